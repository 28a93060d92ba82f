/**
 * What "cycles" means where nobody names a counter. Below everything else in this module, because
 * timers, the command {@code measure} and JMH's profiler all take their counter from here.
 */
package org.cyclecounter.bench.counter;
