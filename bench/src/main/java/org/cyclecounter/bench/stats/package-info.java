/** Statistics of many runs. */
package org.cyclecounter.bench.stats;
