/** The selector's own native library: trying a counter in a child, and sampling it in C. */
package org.cyclecounter.selector.natives;
