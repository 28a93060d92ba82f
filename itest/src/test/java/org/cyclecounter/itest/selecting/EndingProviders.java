// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.ending.E0000;
import com.example.ending.Place;
import com.example.ending.Way;
import com.example.many.P0000;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.cyclecounter.CounterKind;
import org.cyclecounter.itest.selecting.Program.Ended;

/** Providers that end their process in many ways at many places, each a class of its own. */
record EndingProviders(List<Provider> providers) {

  /** One provider. */
  record Provider(Place place, Way way) {

    String simpleName() {
      return String.format(Locale.ROOT, "E%02d%02d", place.ordinal(), way.ordinal());
    }

    String type() {
      return E0000.class.getPackageName() + "." + simpleName();
    }

    /** The sentence of the report on it, under its counter's name or its own. */
    String row(Map<String, String> rows) {
      String counter = rows.get("ending-" + simpleName().toLowerCase(Locale.ROOT));
      return counter == null ? String.valueOf(rows.get(type())) : counter;
    }
  }

  /** Each of the places, and each way as often as another. */
  static EndingProviders at(Set<Place> places) {
    Way[] ways = Way.values();
    return new EndingProviders(
        places.stream()
            .map(place -> new Provider(place, ways[place.ordinal() % ways.length]))
            .toList());
  }

  /**
   * A bundle, which a class path may have as well. A healthy provider is in it, whose class is the
   * last by name.
   */
  Path jar(Path file) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    StringBuilder types = new StringBuilder();
    for (Provider provider : providers) {
      entries.put(
          provider.type().replace('.', '/') + ".class",
          Jars.renamed(E0000.class, provider.simpleName()));
      types.append(provider.type()).append('\n');
    }
    Path ending = Program.TESTS.resolve(Jars.entry(E0000.class)).getParent();
    try (Stream<Path> shared = Files.list(ending)) {
      for (Path type : shared.filter(other -> !other.endsWith("E0000.class")).toList()) {
        entries.put(
            Program.TESTS.relativize(type).toString().replace('\\', '/'), Files.readAllBytes(type));
      }
    }
    types.append(Jars.addClocks(entries, 1));
    entries.put(Program.SERVICES, Jars.utf8(types.toString()));
    Map<String, String> bundle =
        Map.of(
            "Bundle-ManifestVersion",
            "2",
            "Bundle-SymbolicName",
            "com.example.ending",
            "Import-Package",
            "org.cyclecounter,org.cyclecounter.spi");
    return Jars.write(file, bundle, entries);
  }

  /** Prepares a program that has healthy clocks on its path. */
  static Program program(Path folder) throws IOException {
    Path opened = Files.createFile(folder.resolve("opened"));
    return new Program(folder)
        .variable(P0000.OPENED, opened.toString())
        .variable(P0000.KIND, CounterKind.FIXED_RESOLUTION.name());
  }

  /** Fails unless the program lived, and rejected each for what it did where. */
  void areRejectedIn(Ended ended) throws Exception {
    ended.well();
    Map<String, String> rows = ended.rows();
    List<String> wrong = new ArrayList<>();
    for (Provider provider : providers) {
      String row = provider.row(rows);
      if (!row.startsWith("REJECTED: ") || !row.matches("(?s).*(" + expected(provider) + ").*")) {
        wrong.add(provider + ": " + row);
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(rows.get("example-p0001")).as("the healthy one").startsWith("USABLE: ");
    assertThat(ended.said("it rises")).isEqualTo("true");
    Baseline.isSelectedBy(ended);
  }

  private static String expected(Provider provider) {
    return switch (provider.place()) {
      // The constructor's call initialises the class.
      case INITIALIZER, CONSTRUCTOR -> "initializer|constructor";
      case COUNTERS, LIST -> "counters\\(\\)|listed";
      case NAME -> "name\\(\\)";
      case KIND -> "kind\\(\\)";
      case SCOPE -> "scope\\(\\)";
      case MAY_CRASH -> "mayCrash\\(\\)";
      case SCALING -> "scaling\\(\\)";
      case BITS -> "bits\\(\\)";
      case COUNTED -> "counted\\(\\)";
      case INSTRUCTION -> "instruction\\(\\)";
      case OPEN, MESSAGE -> "open\\(\\)|being opened";
      case ENTRY_POINT -> "entryPoint\\(\\)|open\\(\\)|being opened|being read";
      case TICKS, LATE_TICKS -> "ticks\\(\\)|being read";
      case START_TICKS -> "startTicks\\(\\)|being read";
      case STOP_TICKS -> "stopTicks\\(\\)|being read";
      case CLOSE -> "close\\(\\)|being closed";
    };
  }
}
