/** Runs, and what may have disturbed them. */
package org.cyclecounter.bench.measuring;
