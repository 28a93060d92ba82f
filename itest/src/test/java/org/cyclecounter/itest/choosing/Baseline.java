package org.cyclecounter.itest.choosing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.cyclecounter.itest.choosing.Program.Ended;

/** What is chosen on this machine when nobody interferes. */
final class Baseline {

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
        Files.createDirectories(Program.TESTS.resolve("../choosing").normalize()), "baseline");
  }

  /** One instruction has two names, which differ by chance only. */
  private static String instruction(String counter) {
    return counter.replace("-tscasm", "-tsc").replace("-vctss", "-vct");
  }

  static void isChosenBy(Ended ended) throws Exception {
    assertThat(instruction(ended.said("chosen"))).isEqualTo(instruction(get().said("chosen")));
  }

  /** A healthy counter stays one. */
  static void isWhatWorksIn(Ended ended) throws Exception {
    Map<String, String> rows = ended.rows();
    get()
        .rows()
        .forEach(
            (name, verdict) -> {
              if (!verdict.startsWith("REJECTED")) {
                assertThat(rows.get(name)).as(name).doesNotStartWith("REJECTED");
              }
            });
  }
}
