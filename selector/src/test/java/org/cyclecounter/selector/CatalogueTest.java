// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cyclecounter.CounterReport;
import org.cyclecounter.selector.discovery.Strangers;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Step;
import org.cyclecounter.spi.FaultRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The catalogue of faults, {@code itest/faults}: those that show quickly. */
class CatalogueTest {

  private static final Path FAULTS = Path.of("../itest/faults/target/classes");
  private static final String SERVICES =
      "META-INF/services/org.cyclecounter.spi.CycleCounterProvider";

  private static final Map<String, String> SENTENCES =
      Stream.of(Code.values())
          .collect(
              toMap(Enum::name, code -> Rejection.of(code, "\0", "\0", "\0", "\0").sentence()));

  private static final Map<String, String> STEPS =
      Stream.of(Step.values()).collect(toMap(Enum::name, step -> step.when));

  private static List<FaultRow> rows(String tag) throws Exception {
    return FaultRow.all(FAULTS, tag, System.getProperty("os.arch").replace("aarch64", "arm64"));
  }

  /** Providers with many counters, and those that are a row of their own. */
  private static Class<?>[] providers(ClassLoader loader, List<FaultRow> rows) throws Exception {
    List<Class<?>> providers = new ArrayList<>();
    for (String type : Files.readAllLines(FAULTS.resolve(SERVICES))) {
      boolean isRow = rows.stream().anyMatch(row -> type.endsWith("." + row.name()));
      if (isRow || !type.contains("$") && !type.endsWith(".MissingClass")) {
        providers.add(Class.forName(type, false, loader));
      }
    }
    return providers.toArray(Class<?>[]::new);
  }

  private static List<CounterReport> report(List<FaultRow> rows) throws Exception {
    String[] names = rows.stream().map(row -> row.name().replace('$', '.')).toArray(String[]::new);
    ClassLoader parent = CatalogueTest.class.getClassLoader();
    try (var loader = new URLClassLoader(new URL[] {FAULTS.toUri().toURL()}, parent)) {
      Strangers.find(providers(loader, rows));
      return CycleCounterSelector.builder()
          .quiet()
          .include(names)
          .build()
          .select()
          .report()
          .counters();
    } finally {
      Strangers.forget();
    }
  }

  /** A child that one ends rehearses the counters that have passed in it again, each alone. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rejectsEachFaultByItsOwnReason(boolean passesInChild) throws Exception {
    List<FaultRow> rows = new ArrayList<>(rows("quick"));
    rows.removeIf(row -> row.where().matches("measured|kit|-") != passesInChild);
    List<List<String>> report =
        report(rows).stream()
            .map(line -> List.of(line.name(), line.verdict().name(), line.reason()))
            .toList();
    assertThat(FaultRow.wrong(rows, report, SENTENCES, STEPS)).isEmpty();
  }

  @Test
  void hasFaultForEachRejectionOfCounter() throws Exception {
    Set<String> codes =
        rows("").stream().flatMap(row -> row.codes().stream()).collect(Collectors.toSet());
    Set<Code> ofCounters = EnumSet.range(Code.NO_SOURCE, Code.NO_SCALING);
    ofCounters.addAll(EnumSet.range(Code.HANGS_NATIVELY, Code.BREAKS_CONVENTION));
    ofCounters.addAll(EnumSet.range(Code.ENDS_PROCESS, Code.LEAVES));
    assertThat(ofCounters).extracting(Code::name).isSubsetOf(codes);
  }
}
