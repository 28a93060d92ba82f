/** The page that shows a machine's counters: what {@code info --html} writes. */
package org.cyclecounter.selector.page;
