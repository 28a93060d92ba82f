// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The counters of x86 processors, under the names libcpucycles gives them: those of 20240114 in its
 * order, then the others. Two names of one instruction are two counters: settings and reports name
 * either.
 */
public final class X86Provider implements CycleCounterProvider {

  @Override
  public List<CounterSource> counters() {
    return of(Platform.current());
  }

  static List<CounterSource> of(Platform platform) {
    return switch (platform.processor()) {
      case "x86-64" ->
          List.of(
              new Amd64Pmc("amd64-pmc"),
              new TimeStampCounter("amd64-tsc"),
              new TimeStampCounter("amd64-tscasm"),
              new Amd64PerfPmcFf(),
              new Amd64Pmc("amd64-perfpmc"),
              new Amd64PmcFf(),
              new Amd64Rdpru());
      case "x86" -> List.of(new TimeStampCounter("x86-tsc"), new TimeStampCounter("x86-tscasm"));
      default -> List.of();
    };
  }

  /** Lists those of libcpucycles 20260901 in its order; the build asks for its list of names. */
  static List<String> of20260901() {
    return List.of(
        "amd64-perfpmcff",
        "amd64-perfpmc",
        "amd64-pmcff",
        "amd64-tsc",
        "amd64-tscasm",
        "x86-tsc",
        "x86-tscasm");
  }
}
