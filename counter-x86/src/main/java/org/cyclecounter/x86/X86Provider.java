// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The counters of x86 processors, under the names libcpucycles gives them and in its order. Two
 * names of one instruction are two counters: settings and reports name either.
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
              new Amd64Pmc("amd64-perfpmc"),
              new Amd64PerfPmcFf(),
              new Amd64PmcFf(),
              new Amd64Rdpru(),
              new TimeStampCounter("amd64-tsc"),
              new TimeStampCounter("amd64-tscasm"));
      case "x86" -> List.of(new TimeStampCounter("x86-tsc"), new TimeStampCounter("x86-tscasm"));
      default -> List.of();
    };
  }

  /** Lists those that libcpucycles 20260901 does not have; the build asks for its list of names. */
  static List<String> additions() {
    return List.of("amd64-pmc", "amd64-rdpru");
  }
}
