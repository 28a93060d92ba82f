package org.cyclecounter.itest.jmh;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.cyclecounter.spi.nativelib.Platform;

/** The first reading of fresh JVMs, beside JVMs that read nothing. */
final class ColdStarts {

  private static final int STARTS = 20;
  private static final int PROVIDERS = 1000;
  private static final Pattern TRIED = Pattern.compile("tried natively, ([0-9.]+) ms");

  private static final List<String> FEW =
      List.of(
          "api",
          "selector",
          "os",
          Platform.current().processor().equals("aarch64") ? "arm" : "x86");

  private ColdStarts() {}

  static void measure(Jvm jvm, Map<String, Double> numbers)
      throws IOException, InterruptedException {
    String all =
        jvm.classPath(List.of("api", "selector", "x86", "arm", "power", "riscv", "misc", "os"));
    measure(jvm, STARTS, "cold, 8 JARs", all, numbers);
    measure(jvm, STARTS, "cold, 4 JARs", jvm.classPath(FEW), numbers);
    Path providers = Files.createTempDirectory("cyclecounter-providers-");
    try {
      makeProviders(providers, jvm.classPath());
      measure(
          jvm,
          STARTS / 4,
          "cold, 1000 providers more",
          all + File.pathSeparator + providers,
          numbers);
    } finally {
      try (var files = Files.walk(providers)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  private static void measure(
      Jvm jvm, int starts, String name, String classPath, Map<String, Double> numbers)
      throws IOException, InterruptedException {
    List<Double> beyond = new ArrayList<>();
    List<Double> empty = new ArrayList<>();
    List<Double> first = new ArrayList<>();
    List<Double> trial = new ArrayList<>();
    List<Double> isolation = new ArrayList<>();
    for (int i = 0; i < starts; i++) {
      double without = wall(jvm, classPath, "empty");
      double with = wall(jvm, classPath, "first");
      empty.add(without);
      beyond.add(with - without);
      for (String line : jvm.run(classPath, ColdStart.class, List.of("report"))) {
        String[] words = line.split(" ");
        Matcher tried = TRIED.matcher(line);
        if (words[0].equals("first-ns")) {
          first.add(Double.parseDouble(words[1]) / 1e6);
        } else if (words[0].equals("trial-ns")) {
          trial.add(Double.parseDouble(words[1]) / 1e6);
        } else if (tried.find()) {
          isolation.add(Double.valueOf(tried.group(1)));
        }
      }
    }
    numbers.put(name + ", empty JVM ms", median(empty));
    numbers.put(name + ", beyond it ms", median(beyond));
    numbers.put(name + ", first call ms", median(first));
    numbers.put(name + ", chosen counter's trial ms", median(trial));
    numbers.put(name + ", isolation ms", median(isolation));
  }

  private static double wall(Jvm jvm, String classPath, String argument)
      throws IOException, InterruptedException {
    long beginNs = System.nanoTime();
    jvm.run(classPath, ColdStart.class, List.of(argument));
    return (System.nanoTime() - beginNs) / 1e6;
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(value -> value).sorted().toArray();
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
  }

  /** Strangers' providers of a slow clock, each a class of its own. */
  private static void makeProviders(Path folder, String classPath) throws IOException {
    StringBuilder names = new StringBuilder();
    StringBuilder source = new StringBuilder("package com.example;\npublic class Many {\n");
    for (int i = 0; i < PROVIDERS; i++) {
      names.append("com.example.Many$P").append(i).append('\n');
      source.append(
          "  public static class P"
              + i
              + " extends Slow { public P"
              + i
              + "() { super("
              + i
              + "); } }\n");
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
              return org.cyclecounter.CounterKind.FIXED_RESOLUTION;
            }
            public org.cyclecounter.Scope scope() { return org.cyclecounter.Scope.SYSTEM; }
            public org.cyclecounter.spi.Scaling scaling() {
              return org.cyclecounter.spi.Scaling.ticksPerSecond(1000);
            }
            public boolean mayCrash() { return false; }
            public org.cyclecounter.spi.TickSource open() { return System::currentTimeMillis; }
          }
        }
        """);
    Path file = Files.writeString(folder.resolve("Many.java"), source);
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "--release",
                "17",
                "-cp",
                classPath,
                "-d",
                folder.toString(),
                file.toString());
    if (status != 0) {
      throw new IOException("the providers cannot be compiled");
    }
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve("org.cyclecounter.spi.CycleCounterProvider"), names);
  }
}
