package org.cyclecounter.itest.pmu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.itest.pmu.Choose.How;
import org.cyclecounter.itest.pmu.SimulatedPmu.Run;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A seccomp filter around the program, as of a hardened service, costs the perf events alone. */
class RefusedIT {

  private static final String[] PERF = {
    "amd64-pmc", "amd64-perfpmc", "amd64-perfpmcff", "default-perfevent"
  };

  @BeforeAll
  static void onSimulatedPmu() throws Exception {
    SimulatedPmu.isNeeded();
  }

  private static Run choose(How how, String deny, String... without) throws Exception {
    List<String> options = new ArrayList<>(SimulatedPmu.DETERMINISTIC);
    options.add("--deny=" + deny);
    String[] arguments =
        Stream.concat(Stream.of(how.name()), Arrays.stream(without)).toArray(String[]::new);
    Run run = SimulatedPmu.java(options, Choose.class, arguments);
    assertThat(run.status()).as(run.all()).isZero();
    assertThat(run.said("rises")).as(run.all()).isEqualTo("yes");
    assertThat(run.said("decreases")).as(run.all()).isEqualTo("0");
    return run;
  }

  private static void isWithoutPerfEvents(Run run, String reason) {
    assertThat(run.statistic("denied")).as(run.all()).isPositive();
    assertThat(run.statistic("opened")).as(run.all()).isZero();
    for (String name : PERF) {
      assertThat(run.said(name)).as(run.all()).startsWith("REJECTED ");
    }
    assertThat(run.said("amd64-pmc")).as(run.all()).containsPattern(reason);
    assertThat(run.said("amd64-tsc")).as(run.all()).matches("(SELECTED|USABLE) .*");
  }

  @ParameterizedTest
  @EnumSource(How.class)
  void oneThatRefuses(How how) throws Exception {
    isWithoutPerfEvents(choose(how, "EPERM"), "perf_event_open: EPERM");
  }

  @ParameterizedTest
  @EnumSource(How.class)
  void oneThatKills(How how) throws Exception {
    isWithoutPerfEvents(choose(how, "kill"), "SIGSYS|SIGKILL|ended|killed");
  }

  @Test
  void aCounterThatIsLeftOutByNameIsNotOpened() throws Exception {
    Run run = choose(How.SELECT, "kill", PERF);
    assertThat(run.statistic("own-opens")).as(run.all()).isZero();
    assertThat(run.statistic("denied")).as(run.all()).isZero();
  }
}
