// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The counters of operating systems: first the clocks that libcpucycles lists on every system, in
 * its order, then the others of this system.
 */
public final class OsProvider implements CycleCounterProvider {

  @Override
  public List<CounterSource> counters() {
    return of(Platform.current());
  }

  static List<CounterSource> of(Platform platform) {
    List<CounterSource> counters = new ArrayList<>();
    counters.add(new DefaultPerfevent());
    counters.add(new DefaultMach());
    counters.add(SystemClock.monotonic());
    counters.add(new DefaultGettimeofday());
    counters.add(SystemClock.zero());
    if (platform.os().equals("darwin")) {
      counters.add(new MacosSelfcounts());
    } else if (platform.os().equals("win32")) {
      counters.add(new WindowsThreadcycles());
      counters.add(new WindowsQpc());
    }
    counters.add(new ThreadCputime());
    return List.copyOf(counters);
  }

  /** Lists those of libcpucycles 20260901 in its order; the build asks for its list of names. */
  static List<String> of20260901() {
    return List.of(
        "default-perfevent",
        "default-mach",
        "default-monotonic",
        "default-gettimeofday",
        "default-zero");
  }
}
