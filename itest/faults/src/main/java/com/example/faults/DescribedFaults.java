// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/** Counters that count well and describe themselves wrongly. */
public final class DescribedFaults implements CycleCounterProvider {

  private static final int MEGABYTE = 1 << 20;

  @Override
  public List<CounterSource> counters() {
    return List.of(
        clock("amd64-tsc"),
        clock(""),
        clock("fault-line\nbreak"),
        clock("fault-Bad Name,\u00e9"),
        clock("fault-long-name" + "x".repeat(MEGABYTE)),
        clock("fault-duplicate").coarse(),
        clock("fault-duplicate"),
        throwing("fault-name", "name"),
        throwing("fault-kind-exception", "kind"),
        throwing("fault-scope-exception", "scope"),
        throwing("fault-scaling-exception", "scaling"),
        throwing("fault-counted-exception", "counted"),
        answering("fault-scaling-zero", () -> Scaling.ticksPerSecond(0), "scaling"),
        answering("fault-bits", () -> 48, "bits"),
        answering(null, () -> null, "kind", "scope", "scaling", "open"),
        answering("fault-null", () -> null, "kind", "scope", "scaling", "open"),
        answering("fault-null-kind", () -> null, "kind"),
        answering("fault-null-scope", () -> null, "scope"),
        answering("fault-null-scaling", () -> null, "scaling"),
        answering("fault-null-counted", () -> null, "counted"),
        answering("fault-null-instruction", () -> null, "instruction"),
        answering("fault-null-open", () -> null, "open"),
        Fault.reading("fault-null-entry-point", new NoEntryPoint()).coarse());
  }

  private static Fault clock(String name) {
    return Fault.reading(
        name, name.equals("fault-duplicate") ? Fault::coarseTicks : System::nanoTime);
  }

  private static CounterSource answering(String name, Callable<?> answer, String... methods) {
    return Fault.reading(name, System::nanoTime).answering(answer, methods);
  }

  private static CounterSource throwing(String name, String method) {
    return answering(
        name,
        () -> {
          throw new IllegalStateException("no " + method + " of " + name);
        },
        method);
  }

  private static final class NoEntryPoint implements TickSource {
    @Override
    public long ticks() {
      return Fault.coarseTicks();
    }

    @Override
    public OptionalLong entryPoint() {
      return null;
    }
  }
}
