package org.cyclecounter.selector.isolation;

import java.time.Duration;

/**
 * How a counter fared where a crash hurts nobody.
 *
 * @param passed whether it opened and gave two readings
 * @param reason one sentence: what was run, or what went wrong and what would mend it
 * @param cost the time it took, a fair share where several were tried together
 */
public record Outcome(boolean passed, String reason, Duration cost) {}
