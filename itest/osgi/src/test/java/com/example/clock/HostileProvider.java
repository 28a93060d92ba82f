// SPDX-License-Identifier: Apache-2.0
package com.example.clock;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/** A provider whose words would run, load or disguise something in a page that believed them. */
public final class HostileProvider implements CycleCounterProvider {

  /** What its counter says when it is opened. */
  public static final String WORDS =
      "</td><script>alert(1)</script> <img src=x onerror=alert(2)> ${app.root} ${head.title}"
          + " \u202egnp.exe \u0007 &amp; \"quoted\" 'so'";

  @Override
  public List<CounterSource> counters() {
    return List.of(new Source("hostile-clock"), new Source("<b onclick=alert(3)>${app.root}</b>"));
  }

  private record Source(String name) implements CounterSource {
    @Override
    public CounterKind kind() {
      return CounterKind.OFF_CORE;
    }

    @Override
    public Scope scope() {
      return Scope.SYSTEM;
    }

    @Override
    public Scaling scaling() {
      return Scaling.none();
    }

    @Override
    public TickSource open() {
      throw new IllegalStateException(WORDS);
    }
  }
}
