// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.restricted;

import static org.cyclecounter.itest.restricted.Launch.CLOCK;
import static org.cyclecounter.itest.restricted.Launch.COUNTER;
import static org.cyclecounter.itest.restricted.Launch.needed;

import com.example.selecting.Clock;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.cyclecounter.itest.restricted.Filter.Kind;
import org.cyclecounter.itest.restricted.Launch.Told;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Under a filter of system calls. Where the kernel shows no PMU of cores a folder stands for one: a
 * counter of perf events is rejected before it calls anything otherwise.
 */
class FilterIT {

  private static final List<String> PERF = List.of("amd64-pmc", "amd64-perfpmc");

  @TempDir Path folder;

  private static void run(Launch place, Kind kind, Consumer<Told> check) throws Exception {
    Told told = place.under(kind).run();
    needed(told.result().status() != Filter.REFUSED, "this kernel refuses filters of system calls");
    check.accept(told.counted());
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource(
      delimiter = '|',
      value = {
        "KILL_PERF   | while being opened: SIGSYS: | (seccomp) kills",
        "TRAP_PERF   | while being opened: SIGSYS: | (seccomp) traps",
        "REFUSE_PERF | perf_event_open: EPERM;      | seccomp filter",
        "MISS_PERF   | perf_event_open: ENOSYS;     | seccomp filter"
      })
  void perfEventsAreRejectedForWhatTheFilterDoes(Kind kind, String what, String by)
      throws Exception {
    run(
        new Launch(folder).withPmu(),
        kind,
        told -> {
          told.by(COUNTER).works(Clock.NAME).rejects("default-perfevent", what, by);
          if (told.rows().containsKey(PERF.get(0))) {
            PERF.forEach(counter -> told.rejects(counter, what, by));
          }
        });
  }

  @Test
  void readsClockWhereNoProcessCanBeStarted() throws Exception {
    run(
        new Launch(folder),
        Kind.REFUSE_PROCESSES,
        told -> {
          told.by(CLOCK);
          for (String counter : told.rows().keySet()) {
            if (counter.matches(COUNTER) || counter.equals(Clock.NAME)) {
              told.rejects(
                  counter,
                  "no child process can be started",
                  "seccomp",
                  "-Dorg.cyclecounter.isolation=none");
            }
          }
        });
  }
}
