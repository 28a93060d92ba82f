// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.nativelib.Platform;

/** The first reading of fresh JVMs, beside JVMs that read nothing. */
final class ColdStarts {

  private static final int STARTS = 20;
  private static final int PROVIDERS = 1000;
  private static final Pattern PROBED = Pattern.compile("probed natively, ([0-9.]+) ms");

  private static final List<String> NAMES =
      List.of("api", "selector", "x86", "arm", "power", "riscv", "misc", "os");

  static final List<String> FEW =
      List.of(
          "api",
          "selector",
          "os",
          Platform.current().processor().equals("aarch64") ? "arm" : "x86");

  private ColdStarts() {}

  static void measure(Jvm jvm, Map<String, Double> numbers)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("cyclecounter-cold-");
    try {
      String program = makeProgram(folder.resolve("program.jar"));
      List<String> all = jvm.jars(NAMES);
      List<String> few = jvm.jars(FEW);
      measure(jvm, STARTS, "cold, 4 JARs", path(program, few), numbers);
      measure(jvm, STARTS, "cold, 8 JARs", path(program, all), numbers);
      measure(jvm, STARTS, "cold, 8 modules", modules(jvm, program, all), numbers);
      List<String> archived = new ArrayList<>(path(program, few));
      archived.add(0, "-XX:ArchiveClassesAtExit=" + folder.resolve("classes.jsa"));
      jvm.run(archived, ColdStart.class, List.of("first"));
      archived.set(0, "-XX:SharedArchiveFile=" + folder.resolve("classes.jsa"));
      measure(jvm, STARTS, "cold, 4 JARs in a CDS archive", archived, numbers);
      Path providers = Files.createDirectory(folder.resolve("providers"));
      makeProviders(providers, jvm.classPath(), PROVIDERS, CounterKind.FIXED_RESOLUTION);
      List<String> many = new ArrayList<>(all);
      many.add(providers.toString());
      measure(jvm, STARTS / 4, "cold, 1000 providers more", path(program, many), numbers);
    } finally {
      try (var files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  static List<String> path(String program, List<String> jars) {
    return List.of("-cp", program + File.pathSeparator + String.join(File.pathSeparator, jars));
  }

  private static List<String> modules(Jvm jvm, String program, List<String> jars) {
    List<String> options = new ArrayList<>();
    if (jvm.version() >= 22) {
      String prefix = "org.cyclecounter.";
      options.add("--enable-native-access=" + prefix + String.join("," + prefix, NAMES));
    }
    List<String> modules = new ArrayList<>(jars);
    modules.add(jvm.jna()); // a module's need; no class of it is loaded
    options.addAll(List.of("-p", String.join(File.pathSeparator, modules)));
    options.addAll(List.of("--add-modules", "ALL-MODULE-PATH", "-cp", program));
    return options;
  }

  /** The program as its users have theirs, in a JAR. */
  static String makeProgram(Path jar) throws IOException {
    String file = ColdStart.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), new Manifest());
        InputStream in = ColdStart.class.getClassLoader().getResourceAsStream(file)) {
      if (in == null) {
        throw new IOException(file + " is missing");
      }
      out.putNextEntry(new ZipEntry(file));
      in.transferTo(out);
    }
    return jar.toString();
  }

  private static void measure(
      Jvm jvm, int starts, String name, List<String> options, Map<String, Double> numbers)
      throws IOException, InterruptedException {
    List<Double> beyond = new ArrayList<>();
    List<Double> empty = new ArrayList<>();
    List<Double> first = new ArrayList<>();
    List<Double> probe = new ArrayList<>();
    List<Double> isolation = new ArrayList<>();
    for (int i = 0; i < starts; i++) {
      double without = wall(jvm, options, "empty");
      double with = wall(jvm, options, "first");
      empty.add(without);
      beyond.add(with - without);
      for (String line : jvm.run(options, ColdStart.class, List.of("report"))) {
        String[] words = line.split(" ");
        Matcher probed = PROBED.matcher(line);
        if (words[0].equals("first-ns")) {
          first.add(Double.parseDouble(words[1]) / 1e6);
        } else if (words[0].equals("probe-ns")) {
          probe.add(Double.parseDouble(words[1]) / 1e6);
        } else if (probed.find()) {
          isolation.add(Double.valueOf(probed.group(1)));
        }
      }
    }
    double firstMs = median(first);
    double probeMs = median(probe);
    double isolationMs = median(isolation);
    numbers.put(name + ", empty JVM ms", median(empty));
    numbers.put(name + ", beyond it ms", median(beyond));
    numbers.put(name + ", first call ms", firstMs);
    numbers.put(name + ", of that loading and finding ms", firstMs - probeMs);
    numbers.put(name + ", of that isolation ms", isolationMs);
    numbers.put(
        name + ", of that the selected counter's library and scoring ms", probeMs - isolationMs);
  }

  private static double wall(Jvm jvm, List<String> options, String argument)
      throws IOException, InterruptedException {
    long beginNs = System.nanoTime();
    jvm.run(options, ColdStart.class, List.of(argument));
    return (System.nanoTime() - beginNs) / 1e6;
  }

  static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(value -> value).sorted().toArray();
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
  }

  /** Strangers' providers of a clock, each a class of its own. */
  static void makeProviders(Path folder, String classPath, int count, CounterKind kind)
      throws IOException {
    StringBuilder names = new StringBuilder();
    StringBuilder source = new StringBuilder("package com.example;\npublic class Many {\n");
    for (int i = 0; i < count; i++) {
      names.append("com.example.Many$P").append(i).append('\n');
      String line = "  public static class P%d extends Slow { public P%<d() { super(%<d); } }%n";
      source.append(String.format(Locale.ROOT, line, i));
    }
    source.append(
        """
          public static class Slow implements org.cyclecounter.spi.CycleCounterProvider,
              org.cyclecounter.spi.CounterSource {
            private final int number;
            Slow(int number) { this.number = number; }
            public java.util.List<org.cyclecounter.spi.CounterSource> counters() {
              return java.util.List.of(this);
            }
            public String name() { return "slow-" + number; }
            public org.cyclecounter.CounterKind kind() {
              return org.cyclecounter.CounterKind.KIND;
            }
            public org.cyclecounter.Scope scope() { return org.cyclecounter.Scope.SYSTEM; }
            public org.cyclecounter.spi.Scaling scaling() {
              return org.cyclecounter.spi.Scaling.ticksPerSecond(1_000_000_000);
            }
            public boolean mayCrash() { return false; }
            public org.cyclecounter.spi.TickSource open() { return System::nanoTime; }
          }
        }
        """
            .replace("KIND", kind.name()));
    Path file = Files.writeString(folder.resolve("Many.java"), source);
    List<String> options = new ArrayList<>(List.of("--release", "17", "-cp", classPath));
    options.addAll(List.of("-d", folder.toString(), file.toString()));
    int status =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new));
    if (status != 0) {
      throw new IOException("the providers cannot be compiled");
    }
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve("org.cyclecounter.spi.CycleCounterProvider"), names);
  }
}
