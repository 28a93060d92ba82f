// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.profile.ProfilerException;

/** No counter is on this module's path, so that the selector reads a clock. */
class ProfilerCounterTest {

  private static String clockReason(String line) throws ProfilerException {
    return ProfilerCounter.of(ProfilerOptions.parse(line)).clockReason();
  }

  @Test
  void saysWhyItReadsClockUnlessThatWasAskedFor() throws Exception {
    assertThat(clockReason("")).startsWith("no counter on the path; add these JARs");
    assertThat(clockReason("counter=default-monotonic")).isEmpty();
  }
}
