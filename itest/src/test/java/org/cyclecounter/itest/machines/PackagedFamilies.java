// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The lists of the selector's {@code Families}, from the modules {@code counter-*} and their
 * providers.
 *
 * @param source {@link #SOURCE} as it is
 * @param providers the providers' classes
 * @param processors for each family that has some, those for which its provider lists counters
 */
record PackagedFamilies(String source, Set<String> providers, Map<String, Set<String>> processors) {

  static final String SOURCE =
      "selector/src/main/java/org/cyclecounter/selector/report/Families.java";

  private static final Pattern PROVIDERS = Pattern.compile("(?<=List\\.of\\()[^)]*(?=\\);)");
  private static final Pattern CASES = Pattern.compile("(?s) +case .*(?= {6}default)");

  static PackagedFamilies of(Path root) throws IOException {
    Set<String> providers = new LinkedHashSet<>();
    Map<String, Set<String>> processors = new LinkedHashMap<>();
    for (String family : PackagedCounters.families(root)) {
      String provider = PackagedCounters.provider(root, family);
      providers.add(provider);
      // A provider that lists counters for a processor that does not exist has the system's.
      boolean isSystem = !PackagedCounters.counters(provider, "linux-none").isEmpty();
      for (String target : PackagedCounters.lines(root.resolve("build/targets"))) {
        String prefix = target.split("\\s+")[0];
        if (!isSystem && !PackagedCounters.counters(provider, prefix).isEmpty()) {
          String processor = prefix.split("-", 2)[1];
          processors.computeIfAbsent(family, k -> new LinkedHashSet<>()).add(processor);
        }
      }
    }
    return new PackagedFamilies(Files.readString(root.resolve(SOURCE)), providers, processors);
  }

  /** {@link #SOURCE} with these families. */
  String written() {
    String list =
        providers.stream()
            .map(type -> "\n          \"" + type + '"')
            .collect(Collectors.joining(","));
    String cases =
        processors.entrySet().stream()
            .map(
                family ->
                    "      case \""
                        + String.join("\", \"", family.getValue())
                        + "\" -> \"cyclecounter-"
                        + family.getKey()
                        + "\";\n")
            .collect(Collectors.joining());
    String listed = PROVIDERS.matcher(source).replaceFirst(Matcher.quoteReplacement(list));
    String written = CASES.matcher(listed).replaceFirst(Matcher.quoteReplacement(cases));
    boolean isSame = written.replaceAll("\\s", "").equals(source.replaceAll("\\s", ""));
    return isSame ? source : written; // the formatter may have broken a line
  }
}
