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
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.cyclecounter.spi.nativelib.Platform;

/** The first reading of fresh JVMs, beside JVMs that read nothing. */
final class ColdStarts {

  private static final int STARTS = 20;

  private static final List<String> NAMES =
      List.of("api", "selector", "x86", "arm", "power", "riscv", "misc", "os");

  private static final List<String> FEW =
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
      List<String> few = path(program, jvm.jars(FEW));
      measure(jvm, "cold, 4 JARs", few, numbers);
      measure(jvm, "cold, 8 modules", modules(jvm, program, jvm.jars(NAMES)), numbers);
      List<String> archived = new ArrayList<>(few);
      archived.add(0, "-XX:ArchiveClassesAtExit=" + folder.resolve("classes.jsa"));
      jvm.run(archived, ColdStart.class, List.of("first"));
      archived.set(0, "-XX:SharedArchiveFile=" + folder.resolve("classes.jsa"));
      measure(jvm, "cold, 4 JARs in a CDS archive", archived, numbers);
    } finally {
      try (var files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  private static List<String> path(String program, List<String> jars) {
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
  private static String makeProgram(Path jar) throws IOException {
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
      Jvm jvm, String name, List<String> options, Map<String, Double> numbers)
      throws IOException, InterruptedException {
    List<Double> beyond = new ArrayList<>();
    List<Double> first = new ArrayList<>();
    for (int i = 0; i < STARTS; i++) {
      double without = wall(jvm, options, "empty");
      beyond.add(wall(jvm, options, "first") - without);
      for (String line : jvm.run(options, ColdStart.class, List.of("first"))) {
        if (line.startsWith("first-ns ")) {
          first.add(Double.parseDouble(line.split(" ")[1]) / 1e6);
        }
      }
    }
    numbers.put(name + ", beyond it ms", median(beyond));
    numbers.put(name + ", first call ms", median(first));
  }

  private static double wall(Jvm jvm, List<String> options, String argument)
      throws IOException, InterruptedException {
    long beginNs = System.nanoTime();
    jvm.run(options, ColdStart.class, List.of(argument));
    return (System.nanoTime() - beginNs) / 1e6;
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(value -> value).sorted().toArray();
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
  }
}
