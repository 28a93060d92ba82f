// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The project's counters: those that its providers offer on any platform of {@code build/targets},
 * in the providers' order.
 *
 * @param targets for each the platforms whose packaged library has the functions of its class
 * @param needs what a counter needs, as the module's {@code needs.tsv} says it
 * @param newest the names of libcpucycles 20260901, each family's in its order
 */
record PackagedCounters(
    Map<String, Set<String>> targets, Map<String, String> needs, Set<String> newest) {

  /** The selector's list of names, from the root of a checkout. */
  static final String NAMES = "selector/src/main/resources/org/cyclecounter/selector/counters.tsv";

  private static final String PURE_JAVA = "pure Java";

  /** The places where a counter may have run, in the order of a row, behind its name. */
  static final List<String> STATES = List.of("hardware", "system", "user");

  /** Asks the providers on the class path; the libraries and lists are those of a checkout. */
  static PackagedCounters of(Path root) throws IOException {
    Map<String, Set<String>> targets = new LinkedHashMap<>();
    Map<String, String> needs = new HashMap<>();
    Set<String> newest = new LinkedHashSet<>();
    for (String family : families(root)) {
      Path main = root.resolve("counter-" + family + "/src/main");
      Path resources = main.resolve("resources/META-INF");
      String provider = provider(root, family);
      Set<String> names = new LinkedHashSet<>();
      for (String target : lines(root.resolve("build/targets"))) {
        String prefix = target.split("\\s+")[0];
        String library = library(resources.resolve("native/" + prefix));
        for (CounterSource counter : counters(provider, prefix)) {
          names.add(counter.name());
          Set<String> platforms =
              targets.computeIfAbsent(counter.name(), k -> new LinkedHashSet<>());
          if (!isNative(counter.getClass())) {
            platforms.add(PURE_JAVA);
          } else if (library.contains(symbols(counter.getClass()))) {
            platforms.add(prefix);
          }
        }
      }
      newest.addAll(newest(provider, names));
      if (Files.exists(main.resolve("c/needs.tsv"))) {
        for (String line : lines(main.resolve("c/needs.tsv"))) {
          String[] cells = line.split("\t", 2);
          needs.put(cells[0], cells[1]);
        }
      }
    }
    return new PackagedCounters(targets, needs, newest);
  }

  /** The families in the order of the modules {@code counter-*} in the root's {@code pom.xml}. */
  static List<String> families(Path root) throws IOException {
    return Pattern.compile("<module>counter-(\\w+)</module>")
        .matcher(Files.readString(root.resolve("pom.xml")))
        .results()
        .map(module -> module.group(1))
        .toList();
  }

  /** The class of a family's provider. */
  static String provider(Path root, String family) throws IOException {
    String services = "counter-" + family + "/src/main/resources/META-INF/services/";
    return Files.readString(root.resolve(services + CycleCounterProvider.class.getName())).strip();
  }

  /** The names of a family's counters, on all platforms. */
  static Set<String> names(Path root, String family) throws IOException {
    Set<String> names = new LinkedHashSet<>();
    for (String target : lines(root.resolve("build/targets"))) {
      counters(provider(root, family), target.split("\\s+")[0])
          .forEach(counter -> names.add(counter.name()));
    }
    return names;
  }

  static List<String> lines(Path list) throws IOException {
    return Files.readAllLines(list).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  /**
   * Returns a provider's counters on a platform. Its {@code counters()} knows this machine's alone;
   * {@code of(Platform)} is each family's own, and not public.
   */
  @SuppressWarnings("unchecked")
  static List<CounterSource> counters(String provider, String prefix) {
    try {
      Method of = Class.forName(provider).getDeclaredMethod("of", Platform.class);
      of.setAccessible(true);
      String[] words = prefix.split("-", 2);
      return (List<CounterSource>) of.invoke(null, new Platform(words[0], words[1]));
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(provider + " has no static of(Platform)", e);
    }
  }

  /** The names of a provider that libcpucycles 20260901 has: all unless it says which. */
  @SuppressWarnings("unchecked")
  private static Collection<String> newest(String provider, Set<String> names) {
    try {
      Method newest = Class.forName(provider).getDeclaredMethod("of20260901");
      newest.setAccessible(true);
      return (List<String>) newest.invoke(null);
    } catch (NoSuchMethodException e) {
      return names;
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isNative(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .anyMatch(method -> Modifier.isNative(method.getModifiers()));
  }

  /** Returns the beginning of the names of a class's JNI functions. */
  private static String symbols(Class<?> type) {
    return "Java_" + type.getName().replace('.', '_') + "_";
  }

  /** A platform's library as text, in which its exported names can be found; empty without one. */
  private static String library(Path folder) throws IOException {
    if (Files.notExists(folder)) {
      return "";
    }
    try (Stream<Path> files = Files.list(folder)) {
      return Files.readString(files.findFirst().orElseThrow(), StandardCharsets.ISO_8859_1);
    }
  }

  Set<String> names() {
    return targets.keySet();
  }

  /** {@link #NAMES}: a line for each, first those of libcpucycles, which it says behind them. */
  String list() {
    Set<String> lines = new LinkedHashSet<>();
    newest.forEach(name -> lines.add(name + "\tlibcpucycles 20260901\n"));
    names().stream().filter(name -> !newest.contains(name)).forEach(name -> lines.add(name + "\n"));
    return String.join("", lines);
  }

  /** The place in a row, split at its bars, of what a state has shown. */
  static int column(String state) {
    return 2 + STATES.indexOf(state);
  }

  /**
   * A counter's row in {@code docs/counters.md}.
   *
   * @param shown by {@link #STATES}
   */
  String row(String counter, List<String> shown) {
    List<String> cells = new ArrayList<>(List.of("`" + counter + "`"));
    cells.addAll(shown);
    cells.add(compiledFor(counter));
    cells.add(needs.getOrDefault(counter, ""));
    return "| " + String.join(" | ", cells) + " |";
  }

  /**
   * A row for each counter: what a row of {@code table} says was seen stays, a new row is empty.
   */
  List<String> rows(List<String> table) {
    List<String> rows = new ArrayList<>();
    for (String counter : names()) {
      String[] cells =
          table.stream()
              .filter(line -> line.startsWith("| `" + counter + "` |"))
              .findFirst()
              .orElse("|".repeat(2 + STATES.size()))
              .split("\\|", -1);
      rows.add(row(counter, STATES.stream().map(state -> cells[column(state)].strip()).toList()));
    }
    return rows;
  }

  /** The platforms: systems with the same processors together. */
  private String compiledFor(String counter) {
    Set<String> prefixes = targets.get(counter);
    Map<String, List<String>> systems = new LinkedHashMap<>();
    String[][] all = {
      {"linux-", "Linux"}, {"darwin-", "macOS"}, {"win32-", "Windows"}, {"freebsd-", "FreeBSD"}
    };
    for (String[] system : all) {
      List<String> processors =
          prefixes.stream()
              .filter(p -> p.startsWith(system[0]))
              .map(p -> p.substring(system[0].length()))
              .toList();
      if (!processors.isEmpty()) {
        String text =
            processors.size() > 5
                ? processors.size() + " processors"
                : String.join(", ", processors);
        systems.computeIfAbsent(text, k -> new ArrayList<>()).add(system[1]);
      }
    }
    return systems.isEmpty()
        ? String.join(", ", prefixes)
        : systems.entrySet().stream()
            .map(each -> String.join(", ", each.getValue()) + " (" + each.getKey() + ")")
            .collect(Collectors.joining("; "));
  }
}
