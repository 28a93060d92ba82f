// SPDX-License-Identifier: Apache-2.0
package samples;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/*
 * 08. Provide a counter.
 *
 * Prints:
 *   sample-nanos SELECTED: usable: resolution <n> cycles (Java)..., penalty 100
 *   sample-calls REJECTED: it does not rise with time: ...
 *
 * Trap: the second one is as precise as a counter can be, and counts its own calls. What is not a
 * clock of anything is rejected, and so is what decreases, stands still, throws or hangs. Handed
 * over as here, a provider is taken at its word that it cannot crash. Found on the path, where
 * META-INF/services/org.cyclecounter.spi.CycleCounterProvider names it, it is rehearsed in a child
 * JVM first; distribution/templates has such projects in Java, with JNA and in C, with tests.
 */
public final class S08Provider implements CycleCounterProvider {

  /** Touches nothing, as constructors and counters() must; open() does. */
  public S08Provider() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(new Source("sample-nanos", false), new Source("sample-calls", true));
  }

  private record Source(String name, boolean isWrong) implements CounterSource {
    @Override
    public CounterKind kind() {
      return CounterKind.OFF_CORE; // a clock beside the core: 100 cycles of penalty
    }

    @Override
    public Scope scope() {
      return Scope.SYSTEM; // readings of all threads compare
    }

    @Override
    public Scaling scaling() {
      return isWrong ? Scaling.none() : Scaling.ticksPerSecond(1_000_000_000);
    }

    @Override
    public boolean mayCrash() {
      return false; // plain Java; true, the default, for anything that calls native code
    }

    @Override
    public TickSource open() { // throws CounterUnavailableException where it cannot work
      return isWrong ? new AtomicLong()::incrementAndGet : System::nanoTime;
    }
  }

  public static void main(String[] arguments) {
    CycleCounterSelector selector =
        CycleCounterSelector.builder().providers(List.of(new S08Provider())).build();
    try (Selected selected = selector.select()) {
      selected.report().counters().stream()
          .filter(each -> each.name().startsWith("sample-"))
          .forEach(
              each ->
                  System.out.println(each.name() + " " + each.verdict() + ": " + each.reason()));
    }
  }
}
