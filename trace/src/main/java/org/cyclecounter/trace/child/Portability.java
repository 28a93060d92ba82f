// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.trace.InstructionCount;
import org.cyclecounter.trace.LineCount;

/**
 * Pins what HotSpot takes from the processor, so that all processors with AVX2 count the same. Its
 * texts are those of /proc/cpuinfo.
 */
public final class Portability {

  private static final String WORD = "portable";

  /** Stands before it in the conditions. */
  private static final String MARK = "; ";

  /** A library with a version, or the kernel's; those of Java and of benchmarks have none. */
  private static final Pattern SYSTEM = Pattern.compile(".*\\.so\\.\\d.*");

  private static final String FILE = "portable-options.txt";

  /** Versions of Java, the option, and a comment. */
  private static final Pattern ROW = Pattern.compile(" *([\\d ]+) (-XX:\\S+) *(#.*)?");

  /** Without one of these HotSpot generates other code, which no option gives all processors. */
  private static final List<String> NEEDED =
      Conditions.words("avx2 bmi1 bmi2 fma abm aes pclmulqdq popcnt f16c");

  private static final String INTEL = "GenuineIntel";
  private static final String AMD = "AuthenticAMD";
  private static final String HYGON = "HygonGenuine";

  /** Knights Landing and Knights Mill, for which HotSpot generates other code. */
  private static final Set<String> KNIGHTS = Set.of("87", "133");

  /** HotSpot uses vectors of 16 bytes on AMD's processors before Zen. */
  private static final int ZEN = 0x17;

  /** Skylake, Cascade Lake and Cooper Lake servers. */
  private static final String SKYLAKE_SERVER = "85";

  private static final int CASCADE_LAKE_STEPPING = 5;

  /** The first Java whose LEA instructions depend on the processor. */
  private static final int LEA_FEATURE = 25;

  private Portability() {}

  /** Returns the options for this version of Java. */
  static List<String> options(int feature) {
    String version = Integer.toString(feature);
    List<String> options = new ArrayList<>();
    try (InputStream in = Portability.class.getResourceAsStream(FILE)) {
      byte[] text = Objects.requireNonNull(in, FILE).readAllBytes();
      for (String line : new String(text, StandardCharsets.US_ASCII).split("\n")) {
        Matcher row = ROW.matcher(line);
        if (row.matches() && Conditions.words(row.group(1)).contains(version)) {
          options.add(row.group(2));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.copyOf(options);
  }

  /**
   * Returns why nothing portable can be counted here, one sentence; empty if it can, or if nothing
   * at all can be counted.
   */
  public static String obstacle() {
    return Obstacles.ofThisProcess().isEmpty()
        ? obstacle(Obstacles.file("/proc/cpuinfo"), Runtime.version().feature())
        : "";
  }

  /** Judges a processor and a version of Java. */
  static String obstacle(String cpuinfo, int feature) {
    if (options(feature).isEmpty()) {
      return "Portable counts are for Java 17 and 25; this is " + feature + ".";
    }
    String vendor = Obstacles.field(cpuinfo, "vendor_id");
    boolean isKnown =
        switch (vendor) {
          case INTEL -> !KNIGHTS.contains(Obstacles.field(cpuinfo, "model"));
          case AMD, HYGON -> number(cpuinfo, "cpu family") >= ZEN;
          default -> false;
        };
    List<String> missing = new ArrayList<>(NEEDED);
    missing.removeAll(Conditions.words(Obstacles.field(cpuinfo, "flags")));
    if (!missing.isEmpty()) {
      return Obstacles.sentence(
          "Portable counts need a processor with AVX2, BMI2, FMA, LZCNT, AES and CLMUL; this one"
              + " lacks %s.",
          String.join(", ", missing));
    }
    return isKnown
        ? ""
        : Obstacles.sentence(
            "Portable counts need a processor of Intel's, not a Xeon Phi, or AMD's since Zen; this"
                + " is %s family %s, model %s.",
            vendor, Obstacles.field(cpuinfo, "cpu family"), Obstacles.field(cpuinfo, "model"));
  }

  /** Returns what stands in the conditions behind the Java, in place of this processor. */
  static String ofMachine() {
    return MARK + word(Obstacles.file("/proc/cpuinfo"), Runtime.version().feature());
  }

  /** Says how much of a portable count the system's libraries have; empty for nothing. */
  public static String libraries(InstructionCount count) {
    Set<String> names = new TreeSet<>();
    long instructions = 0;
    for (LineCount line : count.lines()) {
      String file = String.valueOf(line.line().getFileName());
      if (count.conditions().contains(MARK + WORD) && SYSTEM.matcher(file).matches()) {
        names.add(file);
        instructions += line.instructions();
      }
    }
    return names.isEmpty()
        ? ""
        : Obstacles.sentence(
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
    String vendor = Obstacles.field(cpuinfo, "vendor_id");
    if (!vendor.equals(INTEL)) {
      return vendor.equals(AMD) ? "LEA 3" : "no LEA";
    }
    if (Obstacles.field(cpuinfo, "model").equals(SKYLAKE_SERVER)) {
      return number(cpuinfo, "stepping") < CASCADE_LAKE_STEPPING ? "LEA 2" : "LEA 3 in part";
    }
    boolean hasClwb = Conditions.words(Obstacles.field(cpuinfo, "flags")).contains("clwb");
    return hasClwb ? "LEA 3" : "LEA 2";
  }

  private static int number(String cpuinfo, String name) {
    String field = Obstacles.field(cpuinfo, name);
    return field.matches("\\d{1,6}") ? Integer.parseInt(field) : 0;
  }
}
