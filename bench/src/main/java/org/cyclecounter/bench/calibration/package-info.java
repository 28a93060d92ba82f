/** What the harness itself costs. */
package org.cyclecounter.bench.calibration;
