/** The cost of the harness. */
package org.cyclecounter.bench.calibration;
