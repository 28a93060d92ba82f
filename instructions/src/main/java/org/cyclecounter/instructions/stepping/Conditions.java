// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The conditions that decide which code the compilers generate: the options of the child JVM, which
 * are always the same, the Java build and the processor.
 */
public final class Conditions {

  /**
   * The options of the JVM that counts. Hazards: compilation in the background, sampled time and
   * the machine's size would make other code each time; G1 compiles other barriers and moves what
   * is running; without DebugNonSafepoints most places have a neighbour's line; a refilled
   * thread-local buffer is a call of the runtime.
   */
  public static final List<String> OPTIONS =
      words(
          """
          -Xbatch -Xshare:auto -XX:+UseSerialGC -Xms768m -Xmx768m -Xmn600m -XX:-ResizeTLAB
          -XX:TLABSize=4m -XX:ActiveProcessorCount=2 -XX:-UseDynamicNumberOfCompilerThreads
          -XX:-UsePerfData -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints
          -XX:GuaranteedSafepointInterval=0 -XX:-CreateCoredumpOnCrash -XX:ErrorFile=/dev/null
          -Dfile.encoding=UTF-8 -Duser.language=en -Duser.country= -Duser.timezone=UTC
          """);

  /** Flags of /proc/cpuinfo that change the code that HotSpot generates (vm_version_x86.cpp). */
  private static final List<String> FEATURES =
      words(
          """
          3dnowprefetch abm adx aes avx avx2 avx512_bitalg avx512_ifma avx512_vbmi2 avx512_vnni
          avx512_vpopcntdq avx512bw avx512cd avx512dq avx512er avx512f avx512ifma avx512pf
          avx512vbmi avx512vl bmi1 bmi2 clflushopt clwb erms f16c fma fsrm gfni pclmulqdq pku
          popcnt rdpid rdtscp rtm serialize sha_ni sse4_1 sse4_2 sse4a ssse3 vaes vpclmulqdq
          """);

  private Conditions() {}

  /** Returns the words of a text. */
  public static List<String> words(String text) {
    return List.of(text.strip().split("\\s+"));
  }

  /** Names the Java build, and this machine's first processor with its features. */
  public static String ofMachine() {
    return ofJava() + "; " + processor(SteppingSentences.file("/proc/cpuinfo"));
  }

  /** Names the Java build. */
  public static String ofJava() {
    return SteppingSentences.sentence(
        "Java %s (%s)",
        System.getProperty("java.runtime.version"), System.getProperty("java.vm.vendor"));
  }

  /** Names the first processor and its features, of the text of /proc/cpuinfo. */
  static String processor(String cpuinfo) {
    Set<String> features = new TreeSet<>(words(SteppingSentences.field(cpuinfo, "flags")));
    features.retainAll(FEATURES);
    return family(cpuinfo) + ", " + String.join(" ", features);
  }

  /** Names the maker and the family of the first processor, of the text of /proc/cpuinfo. */
  public static String family(String cpuinfo) {
    String maker = SteppingSentences.field(cpuinfo, "vendor_id");
    return maker + " family " + SteppingSentences.field(cpuinfo, "cpu family");
  }
}
