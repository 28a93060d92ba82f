// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.narrow;

import static org.cyclecounter.itest.narrow.Place.ANY;
import static org.cyclecounter.itest.narrow.Place.CLOCK;
import static org.cyclecounter.itest.narrow.Place.COUNTER;
import static org.cyclecounter.itest.narrow.Place.needed;

import com.example.selecting.Clock;
import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.narrow.Filter.Kind;
import org.cyclecounter.itest.narrow.Place.Told;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Under a filter of system calls. Where the kernel shows no PMU of cores a folder stands for one: a
 * counter of perf events is rejected before it calls anything otherwise.
 */
class FilterIT {

  private static final List<String> PERF = List.of("amd64-pmc", "amd64-perfpmc");

  @TempDir Path folder;

  @BeforeAll
  static void aFilterCanBeInstalled() throws Exception {
    needed(Filter.isKnownHere(), "the filter's numbers are those of Linux on x86-64 and arm64");
    String[] nothing = {
      Java.path("java"),
      Java.nativeAccess("ALL-UNNAMED"),
      "-cp",
      Java.classPathAndTests(),
      Filter.class.getName(),
      Kind.MISS_PERF.name(),
      "/bin/true"
    };
    int status = Java.run(new ProcessBuilder(nothing)).status();
    needed(status != Filter.REFUSED, "this kernel refuses filters of system calls");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "KILL_PERF   | static | while being opened: SIGSYS: | (seccomp) kills",
        "KILL_PERF   | select | while being opened: SIGSYS: | (seccomp) kills",
        "TRAP_PERF   | static | while being opened: SIGSYS: | (seccomp) traps",
        "REFUSE_PERF | static | perf_event_open: EPERM;      | seccomp filter",
        "REFUSE_PERF | select | perf_event_open: EPERM;      | seccomp filter",
        "MISS_PERF   | static | perf_event_open: ENOSYS;     | seccomp filter"
      })
  void perfEventsAreRejectedForWhatTheFilterDoes(Kind kind, String way, String what, String by)
      throws Exception {
    Told told =
        new Place(folder).withPmu().under(kind).run(way).counted(kind + ", " + way).by(COUNTER);
    told.works(Clock.NAME).rejects("default-perfevent", what, by);
    if (told.rows().containsKey(PERF.get(0))) {
      for (String counter : PERF) {
        told.rejects(counter, what, by);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"static", "select"})
  void refusesProcesses(String way) throws Exception {
    Place place = new Place(folder).under(Kind.REFUSE_PROCESSES);
    Told told = place.run(way).counted(Kind.REFUSE_PROCESSES + ", " + way).by(CLOCK);
    for (String counter : told.rows().keySet()) {
      if (counter.matches(COUNTER) || counter.equals(Clock.NAME)) {
        told.rejects(
            counter,
            "no child process can be started",
            "seccomp",
            "-Dorg.cyclecounter.isolation=none");
      }
    }
  }

  @Test
  void whatIsTakenUnprobedNeedsNoProcess() throws Exception {
    new Place(folder)
        .under(Kind.REFUSE_PROCESSES)
        .option("-Dorg.cyclecounter.isolation=none")
        .run("static")
        .counted("REFUSE_PROCESSES, isolation none")
        .by(ANY)
        .works(Clock.NAME);
  }

  /** The native child installs one for itself; its end is not the counter's doing. */
  @Test
  void killsWhatInstallsAFilter() throws Exception {
    new Place(folder)
        .under(Kind.KILL_FILTERS)
        .run("static")
        .counted(Kind.KILL_FILTERS.toString())
        .works(Clock.NAME);
  }
}
