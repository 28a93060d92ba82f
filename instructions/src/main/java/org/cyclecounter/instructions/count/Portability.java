// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.count;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.LineCount;
import org.cyclecounter.instructions.stepping.ChildProgram;
import org.cyclecounter.instructions.stepping.Conditions;
import org.cyclecounter.instructions.stepping.SteppingSentences;

/**
 * The options and requirements of portable code: they pin what HotSpot takes from the processor, so
 * that all processors with AVX2 count the same. Its texts are those of /proc/cpuinfo.
 */
public final class Portability {

  private static final String WORD = "portable";

  /** Stands before it in the conditions. */
  private static final String MARK = "; ";

  /** A library with a version, or the kernel's; those of Java and of benchmarks have none. */
  private static final Pattern SYSTEM = Pattern.compile(".*\\.so\\.\\d.*");

  private static final String FILE = "portable-options.txt";

  /** Without one of these HotSpot generates other code, which no option gives all processors. */
  private static final List<String> NEEDED =
      Conditions.words("avx2 bmi1 bmi2 fma abm aes pclmulqdq popcnt f16c");

  /**
   * Intel's without Knights Landing and Knights Mill, for which HotSpot generates other code; AMD's
   * since Zen, because it uses vectors of 16 bytes before.
   */
  private static final Pattern KNOWN =
      Pattern.compile(
          "GenuineIntel family \\d+, model (?!(87|133)$).*"
              + "|(AuthenticAMD|HygonGenuine) family (2[3-9]|[3-9]\\d|\\d{3,}), .*");

  /** The first Java whose LEA instructions depend on the processor. */
  private static final int LEA_FEATURE = 25;

  private Portability() {}

  /** Returns the same program, whose code does not depend on the processor. */
  static ChildProgram of(ChildProgram program) {
    return program.with(options(Runtime.version().feature()));
  }

  /** Returns the options for this version of Java. */
  static List<String> options(int feature) {
    String version = Integer.toString(feature);
    try (InputStream in = Portability.class.getResourceAsStream(FILE)) {
      byte[] text = Objects.requireNonNull(in, FILE).readAllBytes();
      return new String(text, StandardCharsets.US_ASCII)
          .lines()
          .map(line -> Conditions.words(line.replaceFirst("#.*", "")))
          .filter(words -> words.contains(version))
          .map(words -> words.get(words.size() - 1))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns why nothing portable can be counted here, one sentence; empty if it can, or if nothing
   * at all can be counted.
   */
  public static String obstacle() {
    return SteppingSentences.ofThisProcess().isEmpty()
        ? obstacle(SteppingSentences.file("/proc/cpuinfo"), Runtime.version().feature())
        : "";
  }

  /** Judges a processor and a version of Java. */
  static String obstacle(String cpuinfo, int feature) {
    if (options(feature).isEmpty()) {
      return "Portable counts are for Java 17 and 25; this is " + feature + ".";
    }
    List<String> missing = new ArrayList<>(NEEDED);
    missing.removeAll(Conditions.words(SteppingSentences.field(cpuinfo, "flags")));
    if (!missing.isEmpty()) {
      return SteppingSentences.sentence(
          "Portable counts need a processor with AVX2, BMI2, FMA, LZCNT, AES and CLMUL; this one"
              + " lacks %s.",
          String.join(", ", missing));
    }
    String processor = processor(cpuinfo);
    return KNOWN.matcher(processor).matches()
        ? ""
        : SteppingSentences.sentence(
            "Portable counts need a processor of Intel's, not a Xeon Phi, or AMD's since Zen; this"
                + " is %s.",
            processor);
  }

  /** Returns what stands in the conditions behind the Java, in place of this processor. */
  static String ofMachine() {
    return MARK + word(SteppingSentences.file("/proc/cpuinfo"), Runtime.version().feature());
  }

  /** Says how much of a portable count the system's libraries have; empty for nothing. */
  public static String libraries(InstructionCount count) {
    Set<String> names = new TreeSet<>();
    long instructions = 0;
    for (LineCount counted : count.lines()) {
      String file = String.valueOf(counted.line().getFileName());
      if (count.conditions().contains(MARK + WORD) && SYSTEM.matcher(file).matches()) {
        names.add(file);
        instructions += counted.instructions();
      }
    }
    return names.isEmpty()
        ? ""
        : SteppingSentences.sentence(
            "%d instructions are of libraries of this system (%s), which differ from machine to"
                + " machine.",
            instructions, String.join(", ", names));
  }

  /**
   * Names the code that such processors share. HotSpot 25 asks the processor which forms of LEA are
   * fast, and has no option for that (vm_version_x86.hpp and the peepholes of x86_64.ad).
   */
  static String word(String cpuinfo, int feature) {
    return feature < LEA_FEATURE ? WORD : WORD + ", " + lea(cpuinfo);
  }

  private static String lea(String cpuinfo) {
    String processor = processor(cpuinfo);
    if (!processor.startsWith("GenuineIntel")) {
      return processor.startsWith("AuthenticAMD") ? "LEA 3" : "no LEA";
    }
    if (processor.endsWith(" model 85")) { // Skylake servers; from stepping 5 Cascade Lake
      return SteppingSentences.field(cpuinfo, "stepping").matches("[0-4]")
          ? "LEA 2"
          : "LEA 3 in part";
    }
    boolean hasClwb = Conditions.words(SteppingSentences.field(cpuinfo, "flags")).contains("clwb");
    return hasClwb ? "LEA 3" : "LEA 2";
  }

  private static String processor(String cpuinfo) {
    return Conditions.family(cpuinfo) + ", model " + SteppingSentences.field(cpuinfo, "model");
  }
}
