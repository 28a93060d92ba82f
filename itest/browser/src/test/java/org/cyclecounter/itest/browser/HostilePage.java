// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.browser;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.diagnostics.page.Page;
import org.cyclecounter.diagnostics.page.SelectionSnapshot;

/** A page with a provider that writes arbitrary text, and a counter that works. */
final class HostilePage {

  private static final String MARKUP =
      "</td></table><script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>";
  private static final String TURNING = "right to left: \u202Egnp.exe\u2066 \u05D0\u05D1\u05D2 (x)";

  private HostilePage() {}

  static Path write(Path file) throws Exception {
    List<CounterSource> sources =
        List.of(
            new Scripted("steady", "", System::nanoTime),
            new Scripted("markup", MARKUP, null),
            new Scripted("turning", TURNING, null),
            new Scripted("long-word", "x".repeat(10_000), null),
            new Scripted("long-text", "because it is so, ".repeat(600), null),
            new Scripted("combining", "Z\u0351\u036B\u0343\u036A".repeat(50), null),
            new Scripted(MARKUP, "no", null),
            new Scripted("y".repeat(10_000), "no", null),
            new Scripted("two\nlines\u001b[31m", "no", null));
    CycleCounterProvider provider = () -> sources;
    CycleCounterSelector.Builder builder =
        CycleCounterSelector.builder().providers(List.of(provider)).quiet();
    Selected selected = builder.cyclesPerSecond(1_000_000_000).build().select();
    SelectionSnapshot input =
        SelectionSnapshot.observe(
            selected, name -> builder.include(name).build().select().counter(), part -> {});
    return Files.writeString(file, Page.html(input));
  }

  /** A counter that works as written, or says why it does not. */
  private record Scripted(
      String name,
      CounterKind kind,
      Scope scope,
      Scaling scaling,
      boolean mayCrash,
      String refusal,
      TickSource source)
      implements CounterSource {

    Scripted(String name, String refusal, TickSource source) {
      this(name, CounterKind.ON_CORE, Scope.SYSTEM, Scaling.none(), false, refusal, source);
    }

    @Override
    public TickSource open() throws CounterUnavailableException {
      if (source == null) {
        throw new CounterUnavailableException(refusal);
      }
      return source;
    }
  }
}
