// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32;

/**
 * Decides what code the compilers make: the options of the child JVM, which are always the same,
 * and what else belongs to a count.
 */
public final class Conditions {

  /**
   * Hazards: compilation in the background, sampled time and the machine's size would make other
   * code each time; G1 compiles other barriers and moves what is running; without
   * DebugNonSafepoints most places have a neighbour's line; a refilled thread-local buffer is a
   * call of the runtime.
   */
  static final List<String> OPTIONS =
      List.of(
          "-Xbatch",
          "-Xshare:auto",
          "-XX:+UseSerialGC",
          "-Xms768m",
          "-Xmx768m",
          "-Xmn600m",
          "-XX:-ResizeTLAB",
          "-XX:TLABSize=4m",
          "-XX:ActiveProcessorCount=2",
          "-XX:-UseDynamicNumberOfCompilerThreads",
          "-XX:-UsePerfData",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:+DebugNonSafepoints",
          "-XX:GuaranteedSafepointInterval=0",
          "-XX:-CreateCoredumpOnCrash",
          "-XX:ErrorFile=/dev/null",
          "-Dfile.encoding=UTF-8",
          "-Duser.language=en",
          "-Duser.country=",
          "-Duser.timezone=UTC");

  /** Flags of /proc/cpuinfo for which HotSpot compiles other code (vm_version_x86.cpp). */
  private static final Set<String> FEATURES =
      Set.of(
          ("3dnowprefetch abm adx aes avx avx2 avx512_bitalg avx512_ifma avx512_vbmi2 avx512_vnni"
                  + " avx512_vpopcntdq avx512bw avx512cd avx512dq avx512er avx512f avx512ifma"
                  + " avx512pf avx512vbmi avx512vl bmi1 bmi2 clflushopt clwb erms f16c fma fsrm"
                  + " gfni pclmulqdq pku popcnt rdpid rdtscp rtm serialize sha_ni sse4_1 sse4_2"
                  + " sse4a ssse3 vaes vpclmulqdq")
              .split(" "));

  private Conditions() {}

  static String of(int warmUp) {
    return "Java "
        + System.getProperty("java.runtime.version")
        + " ("
        + System.getProperty("java.vm.vendor")
        + "); "
        + processor(cpuinfo())
        + "; options "
        + digest(OPTIONS)
        + "; "
        + warmUp
        + " warm-up runs";
  }

  /** Names this machine's first processor and its features. */
  public static String processor() {
    return processor(cpuinfo());
  }

  private static String cpuinfo() {
    try {
      return Files.readString(Path.of("/proc/cpuinfo"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  /** Names the first processor and its features, of the text of /proc/cpuinfo. */
  static String processor(String cpuinfo) {
    Set<String> features = new TreeSet<>(Arrays.asList(field(cpuinfo, "flags").split(" ")));
    features.retainAll(FEATURES);
    return field(cpuinfo, "vendor_id")
        + " family "
        + field(cpuinfo, "cpu family")
        + ", "
        + String.join(" ", features);
  }

  private static String field(String cpuinfo, String name) {
    return cpuinfo
        .lines()
        .filter(
            line -> line.startsWith(name) && line.substring(name.length()).strip().startsWith(":"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("unknown");
  }

  private static String digest(List<String> options) {
    CRC32 crc = new CRC32();
    crc.update(String.join(" ", options).getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(crc.getValue());
  }
}
