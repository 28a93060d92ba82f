/** Warm-up, the search for the number of iterations, and what may have disturbed a run. */
package org.cyclecounter.bench.measuring;
