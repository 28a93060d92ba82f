/** One choice: what it keeps to, how it runs, and the counters that work, best first. */
package org.cyclecounter.selector.choice;
