/** The live view of the counters: what is observed of each from one look to the next, and rows. */
package org.cyclecounter.selector.watch;
