// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Locale;
import org.cyclecounter.fuzz.Fuzzed;
import org.openjdk.jmh.profile.ProfilerException;

/** Arbitrary options behind the profiler's name. */
class ProfilerOptionsFuzzTest {

  @FuzzTest
  @DictionaryEntries({"counter=amd64-tsc", "isolation=none", "isolation=JVM", "help", ";", "="})
  void parse(byte[] data) {
    String line = Fuzzed.text(data);
    try {
      ProfilerOptions options = ProfilerOptions.parse(line);
      assertThat(options.counter()).isEqualTo(options.counter().strip()).doesNotContain(";");
      if (!options.counter().isEmpty()) {
        assertThat(line).contains(options.counter());
      }
      String again = "counter = " + options.counter();
      String isolation = " ; isolation=" + options.isolation().name().toLowerCase(Locale.ROOT);
      assertThat(ProfilerOptions.parse((options.counter().isEmpty() ? "" : again) + isolation))
          .isEqualTo(options);
    } catch (ProfilerException e) {
      assertThat(e.getMessage()).containsAnyOf("Unknown option", "Unknown isolation", "Usage: ");
    }
  }
}
