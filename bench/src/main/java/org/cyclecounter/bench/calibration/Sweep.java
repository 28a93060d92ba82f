package org.cyclecounter.bench.calibration;

import java.util.List;
import org.cyclecounter.bench.measuring.Run;

/**
 * Some runs of a function that does nothing, made at one time.
 *
 * @param single runs of one iteration
 * @param many runs of many iterations, the same number each
 */
public record Sweep(List<Run> single, List<Run> many) {}
