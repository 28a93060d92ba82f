// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.cyclecounter.itest.selecting.Program.Ended;

/** The counter selected on this machine without interference. */
final class Baseline {

  private static final Set<String> CLOCKS =
      Set.of("thread-cputime", "default-monotonic", "default-gettimeofday");

  private static volatile Ended known;

  private Baseline() {}

  static synchronized Ended get() throws Exception {
    if (known == null) {
      known = new Program(folder()).run(FirstUse.class, "static").well();
    }
    return known;
  }

  private static Path folder() throws IOException {
    return Files.createTempDirectory(
        Files.createDirectories(Program.TESTS.resolve("../selecting").normalize()), "baseline");
  }

  /**
   * The same counter, or another that works: which of them is the best is measured, and on a busy
   * machine the second best may win. A clock is never selected instead of a counter.
   */
  static void isSelectedBy(Ended ended) throws Exception {
    Ended usual = get();
    String selected = ended.said("selected");
    assertThat(usual.rows()).containsKey(selected);
    assertThat(usual.rows().get(selected)).as(selected).doesNotStartWith("REJECTED");
    assertThat(isClock(selected)).as(selected).isEqualTo(isClock(usual.said("selected")));
  }

  private static boolean isClock(String counter) {
    return CLOCKS.contains(counter);
  }

  /** In time, and it is read on. */
  static void isSelectedAsUsualBy(Ended ended) throws Exception {
    ended.wellInTime();
    assertThat(ended.said("it rises")).isEqualTo("true");
    isSelectedBy(ended);
    assertThat(ended.said("selected after the report")).isEqualTo(ended.said("selected"));
  }

  /** A healthy counter stays one. */
  static void isWhatWorksIn(Ended ended) throws Exception {
    Map<String, String> rows = ended.rows();
    get()
        .rows()
        .forEach(
            (name, verdict) -> {
              if (!verdict.startsWith("REJECTED")) {
                assertThat(rows).containsKey(name);
                assertThat(rows.get(name)).as(name).doesNotStartWith("REJECTED");
              }
            });
  }
}
