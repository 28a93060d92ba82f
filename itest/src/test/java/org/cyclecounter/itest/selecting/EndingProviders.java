// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.ending.E0000;
import com.example.ending.Place;
import com.example.ending.Way;
import com.example.many.P0000;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.cyclecounter.CounterKind;
import org.cyclecounter.itest.selecting.Program.Ended;

/** Providers that end their process in many ways at many places, each a class of its own. */
record EndingProviders(String name, List<Provider> providers) {

  /** Ten times what seven providers take that do not return, each in a child JVM of its own. */
  private static final int LIMIT_S = 600;

  /**
   * A provider's limit. With 1 s a child JVM on a loaded machine was still loading the class of a
   * provider that would have hung later, and that was the reason given.
   */
  private static final int PROBE_S = 6;

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

  /** Each place and each way at least once. */
  static EndingProviders sample() {
    List<Provider> providers = new ArrayList<>();
    for (Place place : Place.values()) {
      Way[] ways = Way.values();
      providers.add(new Provider(place, ways[place.ordinal() % ways.length]));
    }
    return new EndingProviders("a sample", providers);
  }

  /** All ways at each place. */
  static Stream<EndingProviders> byPlace() {
    return Stream.of(Place.values())
        .map(
            place ->
                new EndingProviders(
                    place.name(),
                    Stream.of(Way.values()).map(way -> new Provider(place, way)).toList()));
  }

  /**
   * All places for one way of each sort. After ten providers that do not return no more are asked,
   * so there are fewer of these at a time.
   */
  static Stream<EndingProviders> byWay() {
    List<EndingProviders> all = new ArrayList<>();
    for (Way way : List.of(Way.EXIT_WELL, Way.HALT, Way.ABORT, Way.KILL, Way.OVERFLOW)) {
      all.add(at(way, 0, Place.values().length));
    }
    int third = (Place.values().length + 2) / 3;
    for (int from = 0; from < Place.values().length; from += third) {
      all.add(at(Way.LOOP, from, Math.min(from + third, Place.values().length)));
    }
    return all.stream();
  }

  private static EndingProviders at(Way way, int from, int to) {
    return new EndingProviders(
        way + " from place " + from,
        Stream.of(Place.values()).limit(to).skip(from).map(at -> new Provider(at, way)).toList());
  }

  /**
   * A bundle, which a class path may have as well. A healthy provider is in it, whose class is the
   * last by name.
   */
  Path jar(Path file) throws IOException {
    String template = new String(Jars.bytes(E0000.class), StandardCharsets.ISO_8859_1);
    Map<String, byte[]> entries = new LinkedHashMap<>();
    StringBuilder types = new StringBuilder();
    for (Provider provider : providers) {
      String bytes = template.replace(E0000.class.getSimpleName(), provider.simpleName());
      entries.put(
          provider.type().replace('.', '/') + ".class",
          bytes.getBytes(StandardCharsets.ISO_8859_1));
      types.append(provider.type()).append('\n');
    }
    Path ending = Program.TESTS.resolve(Jars.entry(E0000.class)).getParent();
    try (Stream<Path> shared = Files.list(ending)) {
      for (Path type : shared.filter(other -> !other.endsWith("E0000.class")).toList()) {
        entries.put(
            Program.TESTS.relativize(type).toString().replace('\\', '/'), Files.readAllBytes(type));
      }
    }
    types.append(ManyProvidersIT.add(entries, 1));
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

  /** Prepares a program that has them, or may have them, on its path. */
  static Program program(Path folder) throws IOException {
    Path opened = Files.createFile(folder.resolve("opened"));
    return new Program(folder)
        .limit(LIMIT_S)
        .stepLimit(PROBE_S)
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

  @Override
  public String toString() {
    return name;
  }
}
