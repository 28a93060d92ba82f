// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.selecting.Program.Ended;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Step;
import org.cyclecounter.spi.FaultRow;

/** One selection among all faults of the catalogue, in a JVM of its own. */
public final class FaultSelection {

  static final Path CLASSES = Program.TESTS.resolve("../../faults/target/classes").normalize();

  private static final String FELIX = Program.TESTS.resolveSibling("felix") + "/*";

  private static final Map<String, String> SENTENCES =
      Stream.of(Rejection.Code.values())
          .collect(
              toMap(Enum::name, code -> Rejection.of(code, "\0", "\0", "\0", "\0").sentence()));

  private static final Map<String, String> STEPS =
      Stream.of(Step.values()).collect(toMap(Enum::name, step -> step.when));

  private final Path folder;
  private final String place;
  private final Program program;
  private final List<FaultRow> rows;

  private FaultSelection(Path folder, String place, String isolation, int stepLimitS)
      throws IOException {
    this.folder = Files.createDirectories(folder.resolve("limit-" + stepLimitS));
    this.place = place;
    String processor = System.getProperty("os.arch").replace("aarch64", "arm64");
    rows = new ArrayList<>(FaultRow.all(CLASSES, "", isEmulated() ? place : processor));
    rows.removeIf(row -> row.tags().contains("race") || row.tags().contains("no-" + place));
    if (place.equals("armhf") && rows.removeIf(FaultSelection::isMistakeInC)) {
      System.out.println(
          "left out: mistakes in C; example-mistakes-1 is not packaged for linux-arm");
    }
    program =
        new Program(this.folder)
            .stepLimit(stepLimitS)
            .option("-Dorg.cyclecounter.isolation=" + isolation)
            .option("-Dorg.cyclecounter.exclude=" + races());
  }

  /**
   * Fails unless each fault is rejected for its effect, and the program lives.
   *
   * @param place {@code class-path}, {@code module-path}, {@code felix}, or an emulated processor
   * @param java the executable of the emulated processor
   */
  public static void isHarmless(Path folder, String place, String isolation, Path... java)
      throws Exception {
    FaultSelection selection =
        new FaultSelection(folder, place, isolation, java.length == 0 ? 2 : 10);
    Map<String, String> wrong = selection.wrong(java);
    // Without any row: on a busy machine the selection itself may take longer than its limit.
    if (wrong.values().stream()
        .anyMatch(said -> said.equals("[]") || said.contains("probe.seconds allows more"))) {
      System.out.println("once more with more time, for " + wrong);
      wrong = new FaultSelection(folder, place, isolation, 20).wrong(java);
    }
    assertThat(wrong).as("rows of faults.tsv, and the report").isEmpty();
  }

  private static boolean isMistakeInC(FaultRow row) {
    return row.name().startsWith("mistake-") && row.language().equals("C");
  }

  private boolean isEmulated() {
    return !List.of("class-path", "module-path", "felix").contains(place);
  }

  private static String races() throws IOException {
    return FaultRow.all(CLASSES, "race", "").stream().map(FaultRow::name).collect(joining(","));
  }

  /** Returns each row that contradicts the report, with the report's words. */
  private Map<String, String> wrong(Path... java) throws Exception {
    for (Path executable : java) {
      program.java(executable);
    }
    Ended ended = run().well();
    assertThat(ended.said("health")).isEqualTo("as before");
    assertThat(ended.said("it rises")).isEqualTo("true");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).noneMatch(file -> file.getFileName().toString().matches("(hs_err|core).*"));
    }
    List<List<String>> report =
        ended.out().stream()
            .filter(line -> line.startsWith("row: "))
            .map(line -> List.of(line.substring(5).split("\t|: ", 3)))
            .toList();
    Map<String, String> wrong = FaultRow.wrong(rows, report, SENTENCES, STEPS);
    if (ended.said("selected").matches("((fault|mistake|told|named)-|EndingAt).*|")) {
      wrong.put("selected", ended.said("selected"));
    }
    return wrong;
  }

  private Ended run() throws Exception {
    Path jar = jars(CLASSES.getParent()).get(0);
    if (place.equals("felix")) {
      List<Path> bundles = new ArrayList<>(jars(Path.of(Java.MODS)));
      bundles.removeIf(bundle -> !bundle.getFileName().toString().startsWith("cyclecounter-"));
      bundles.add(jar);
      return program
          .first(FELIX)
          .run(FelixUse.class, bundles.stream().map(Path::toString).toArray(String[]::new));
    }
    Program ready = place.equals("module-path") ? program.module(jar) : program.first("" + jar);
    return ready.run(FirstUse.class, "select");
  }

  private static List<Path> jars(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder.toAbsolutePath().normalize())) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }
}
