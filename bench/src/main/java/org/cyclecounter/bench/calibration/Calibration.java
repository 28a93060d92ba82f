package org.cyclecounter.bench.calibration;

/**
 * What the harness costs with one timer.
 *
 * @param time in seconds
 * @param cycles in cycles; fails with the time
 */
public record Calibration(Overhead time, Overhead cycles) {}
