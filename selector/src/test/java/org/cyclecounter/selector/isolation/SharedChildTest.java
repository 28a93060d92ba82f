// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.cyclecounter.selector.discovery.Found;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.discovery.ThirdParties;
import org.cyclecounter.selector.report.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shares a child, confirms or accuses by its end, and counts costs; by scripts. */
class SharedChildTest {

  /** The tasks served by scripted children; names in upper case are providers that are listed. */
  static final class Served {
    final Map<String, Request> all = new LinkedHashMap<>();
    final ScriptedChildren children;

    /** Takes scripts as {@code "a: opened PASSED, b: wait=5"}. */
    Served(Budget budget, String scripts) {
      Map<String, String> byName = new LinkedHashMap<>();
      Map<String, ProviderHandle> providers = new LinkedHashMap<>();
      for (String script : scripts.split(", ")) {
        String[] parts = script.split(": ");
        String name = parts[0];
        byName.put(name, parts[1]);
        boolean isListing = Character.isUpperCase(name.charAt(0));
        ProviderHandle provider =
            providers.computeIfAbsent(
                isListing ? name : "P", type -> new ThirdParties.Found(type, true, null, null));
        all.put(name, new Request(provider, isListing ? "" : name, 0));
      }
      children = new ScriptedChildren(budget, byName);
    }

    /** Serves those of upper case, then the others, as a selection does. */
    Served serve() throws Exception {
      for (boolean isListing : new boolean[] {true, false}) {
        List<Request> some =
            all.values().stream().filter(asked -> asked.isListing() == isListing).toList();
        if (!some.isEmpty()) {
          children.serve(some);
        }
      }
      children.close();
      return this;
    }

    /** The codes, in order; the result of one that has none. */
    String outcomes() {
      return all.values().stream()
          .map(asked -> "" + (asked.rejection == null ? asked.result : asked.rejection.code()))
          .collect(Collectors.joining(" "));
    }

    String sentence(String name) {
      return all.get(name).rejection.sentence();
    }
  }

  static final Budget NO_BUDGET = new Budget(Duration.ofDays(1), Duration.ofDays(1));

  private static Served serve(String scripts) throws Exception {
    return new Served(NO_BUDGET, scripts).serve();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          # script                              ; what is sent                 ; outcomes
          a: PASSED, b: PASSED                  ; a b END                      ; PASSED PASSED
          P: counter list, a: PASSED            ; P a END                      ; PASSED PASSED
          a: FAILED, b: NOT_PROBED                ; a b                          ; SAID SAID
          a: PASSED, b: DIED, c: FAILED         ; a b c END                    ; PASSED SAID SAID
          a: PASSED, b: read dies=139, c: PASSED; a b | a END | b | c END      ; PASSED ENDS_PROCESS PASSED
          a: exit=134 PASSED, b: PASSED         ; a b END | a END | b END      ; ENDS_PROCESS PASSED
          a: damage PASSED, b: PASSED           ; a b | a END | b END          ; ENDS_PROCESS PASSED
          a: PASSED, b: read, c: PASSED         ; a b | a END | c END          ; PASSED HANGS PASSED
          a: PASSED, b: HARMED, c: PASSED       ; a b | a END | c END          ; PASSED SAID PASSED
          a: FAILED, b: exit=1 PASSED           ; a b END | b END              ; SAID ENDS_PROCESS
          a: exit=1 PASSED                      ; a END                        ; ENDS_PROCESS
          a: late PASSED                        ; a END                        ; PASSED
          P: counter list, a: dies=1            ; P a                          ; PASSED ENDS_PROCESS
          P: exit=1 list                        ; P END                        ; ENDS_PROCESS
          P: counter list, Q: dies=1, a: PASSED ; P Q | P END | Q | a END      ; PASSED ENDS_PROCESS PASSED
          P: counter list, Q: list, a: dies=1   ; P Q a | a                    ; PASSED PASSED ENDS_PROCESS
          Q: list, P: counter list, a: dies=1   ; Q P a | a                    ; PASSED PASSED ENDS_PROCESS
          """)
  void sharesChildAndRehearsesSuspectsAlone(String scripts, String sent, String outcomes)
      throws Exception {
    Served served = serve(scripts);
    assertThat(served.children.sent).hasToString(sent);
    assertThat(served.outcomes()).isEqualTo(outcomes);
  }

  @Test
  void namesStepMethodAndSignal() throws Exception {
    Served served =
        serve("a: call=bits() dies=7, b: read call=x() dies=142, c: exit=139 PASSED, d: closed");
    assertThat(served.sentence("a"))
        .isEqualTo("it ends the process " + Step.CREATED.when + ": status 7, in bits()");
    assertThat(served.sentence("b"))
        .endsWith(Step.READ.when + ": SIGALRM, the signal of a timer (status 142), in x()");
    assertThat(served.sentence("c")).contains(Step.ENDED.when + ": SIGSEGV").endsWith("139)");
    assertThat(served.sentence("d")).startsWith("it did not return within 5 s " + Step.CLOSED.when);
  }

  @Test
  void skipsRestOfProviderWhoseCountersHang() throws Exception {
    Served served = serve(BudgetTest.counters(12, "read"));
    assertThat(served.outcomes()).isEqualTo("HANGS ".repeat(10) + "OTHERS_HANG OTHERS_HANG");
    assertThat(served.sentence("l")).isEqualTo("10 other counters of P did not return");
  }

  @Test
  void keepsListedCountersAfterChildHasEnded() {
    Served served = new Served(NO_BUDGET, "P: counter list");
    Found found = Found.of(List.of(served.all.get("P").provider), false);
    served.children.list(found.unlisted());
    served.children.close();
    assertThat(found.updated().candidates()).hasSize(1);
  }

  /** Also if a child was started before, and has not ended normally. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void passesNothingUnconfirmedIfNoChildCanBeStarted(int starts) {
    Served served = new Served(NO_BUDGET, "a: PASSED, b: dies=1, c: PASSED");
    served.children.startsLeft = starts;
    served.children.serve(List.copyOf(served.all.values()));
    assertThat(served.outcomes()).isEqualTo("NO_PROCESS NO_PROCESS NO_PROCESS");
  }

  @Test
  void notesOutputAndCostOfEachTask() throws Exception {
    Served served = serve("a: wait=10 prints PASSED, b: wait=20 PASSED");
    IsolationResult a = served.all.get("a").result();
    IsolationResult b = served.all.get("b").result();
    assertThat(a.prints()).isTrue();
    assertThat(b.prints()).isFalse();
    assertThat(List.of(a.cost(), b.cost())).hasToString("[PT0.01S, PT0.02S]");
  }
}
