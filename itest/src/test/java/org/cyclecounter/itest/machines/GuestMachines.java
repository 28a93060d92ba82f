// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.cyclecounter.itest.machines.Answers.Counter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Debian's kernel with a PMU under qemu-system, and the effects of the kernel's setting {@code
 * perf_user_access} on the counters: off, on, and switched off while a counter is in use.
 */
@Isolated
class GuestMachines {

  /** A guest and the names of its counters of one kind. */
  record Guest(String arch, String perf, String instruction, String clock, String comparison) {
    /** True if two events of cycles can count at once. */
    boolean atOnce() {
      return comparison.equals("agreement");
    }

    @Override
    public String toString() {
      return arch;
    }
  }

  private static final String OS_EVENT = "default-perfevent";

  private static Results results;

  @TempDir Path folder;

  @BeforeAll
  static void begin() throws IOException {
    results = Results.of("guest");
  }

  static Stream<Guest> guests() {
    return Stream.of(
        new Guest("arm64", "arm64-perfpmc", "arm64-pmc", "arm64-vct", "agreement"),
        new Guest("riscv64", "riscv64-perfrdcycle", "riscv64-rdcycle", "riscv64-rdtime", "turns"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("guests")
  void kernelsSettingDecides(Guest guest) throws Exception {
    Machines.assumeWanted("guest-" + guest.arch());
    Answers answers =
        Answers.of(
            Guests.boot(
                guest.arch(), folder, "counter=" + guest.perf() + "\n", "guest-questions", 900));
    String machine =
        guest.arch() + " (qemu-system, Linux " + answers.all("kernel").get(0).get(0) + ")";

    infoListsWhetherItWorks(answers.under("0", "info"), guest.perf(), false);
    infoListsWhetherItWorks(answers.under("1", "info"), guest.perf(), true);

    Answers off = answers.under("0", "counters");
    ended(off);
    isRejected(off.counter(guest.perf()), "kernel.perf_user_access is 0, needs 1");
    assertThat(off.counter(guest.instruction()).isUsable()).isFalse();
    assertThat(off.counter(guest.clock()).isUsable()).isTrue();
    assertThat(off.counter(OS_EVENT).isUsable()).isTrue();
    assertThat(off.selectedsRise()).isPositive();

    Answers on = answers.under("1", "counters");
    ended(on);
    assertThat(on.counter(guest.perf()).rise()).matches("[1-9]\\d*");
    assertThat(on.counter(guest.instruction()).isUsable()).isFalse();
    assertThat(on.selectedsRise()).isPositive();
    // Which counter is the most precise depends on what reads cost under emulation just then: a
    // read of RISC-V's costs 650 of its cycles on an idle machine, and more on a busy one.
    assertThat(on.counters())
        .filteredOn(Counter::isUsable)
        .allSatisfy(
            counter ->
                assertThat(counter.precision())
                    .isGreaterThanOrEqualTo(on.counter(on.selected()).precision()));
    String verdict =
        on.selected().equals(guest.perf())
            ? "selected"
            : answers.under("1", "newest").selected().equals(guest.perf())
                ? "selected by the newer penalties"
                : "usable";

    double furthest =
        agreesWithRead(answers.under("1", guest.comparison()), guest.atOnce() ? 0.05 : 0.25);
    Answers own = answers.under("1", "own");
    ended(own);
    assertThat(own.all("own")).singleElement().extracting(line -> line.get(0)).isEqualTo("true");

    Answers revoked = answers.under("1", "revoke");
    ended(revoked);
    assertThat(revoked.all("inuse")).containsExactly(List.of(guest.perf()));
    // RISC-V's kernel does not take the counter from a thread that has it: a read may fault all the
    // same, as after the end of another thread, and finds the setting 0 then.
    boolean lost = !guest.arch().equals("riscv64") || !isStillInUse(revoked, guest.perf());
    if (lost) {
      assertThat(revoked.all("lost"))
          .singleElement()
          .asString()
          .contains("REJECTED", "lost while it was in use: kernel.perf_user_access has become 0");
      assertThat(revoked.all("listener")).containsExactly(List.of("told"));
      assertThat(revoked.all("successor").toString()).doesNotContain(guest.perf());
    }
    // Both threads go on counting, with the next counter where they have lost theirs.
    System.out.println(guest.arch() + " goes on with " + revoked.all("successor"));
    assertThat(revoked.all("thread"))
        .hasSize(2)
        .allSatisfy(thread -> assertThat(thread.get(1)).matches("[1-9]\\d*"));
    // The JVM's own use of signals works as before.
    assertThat(revoked.all("machinery")).containsExactly(List.of("2000", "5"));

    for (Counter counter : on.counters()) {
      if (counter.isUsable() && !counter.name().equals(guest.perf())) {
        results.add(counter.name(), "system", machine, counter.outcome());
      }
    }
    results.add(
        guest.perf(),
        "system",
        machine,
        String.format(
            "perf_user_access=1: %s, rises, within %.2f %% of read(); =0: rejected; switched off in"
                + " use: %s goes on",
            verdict, 100 * furthest, lost ? "the next counter" : "it"));
    Counter instruction = on.counter(guest.instruction());
    results.add(
        guest.instruction(), "system", machine, "perf_user_access=1: " + instruction.reason());
    if (guest.arch().equals("riscv64")) {
      Answers legacy = answers.under("2", "counters");
      ended(legacy);
      isRejected(legacy.counter(guest.perf()), "kernel.perf_user_access is 2, needs 1");
      Counter rdcycle = legacy.counter(guest.instruction());
      assertThat(rdcycle.reason()).startsWith("it stands still");
      results.add(
          guest.instruction(), "system", machine, "perf_user_access=2: " + rdcycle.reason());
    }
  }

  private static boolean isStillInUse(Answers revoked, String name) {
    return revoked.all("successor").get(0).get(0).equals(name);
  }

  /** A precision of 0 is libcpucycles's way to say that a counter does not work. */
  private static void infoListsWhetherItWorks(Answers answers, String name, boolean works) {
    List<String> lines = answers.all("info").stream().map(line -> line.get(0)).toList();
    String precision = works ? "[1-9]\\d*" : "0";
    assertThat(lines)
        .anyMatch(
            line ->
                line.matches(
                    "cpucycles tracesetup \\d+ " + name + " precision " + precision + " .*"))
        .anyMatch(line -> line.matches("cpucycles implementation (?!default-zero).*"))
        .anyMatch(line -> line.matches("cpucycles median .*"));
  }

  /** No question may end the JVM it is asked in. */
  private static void ended(Answers answers) {
    assertThat(answers.all("end")).as(answers.toString()).hasSize(1);
    assertThat(answers.all("status")).as(answers.toString()).containsExactly(List.of("0"));
  }

  private static void isRejected(Counter counter, String reason) {
    assertThat(counter.verdict()).as(counter.toString()).isEqualTo("REJECTED");
    assertThat(counter.reason())
        .matches(Pattern.quote(reason) + "(; probed natively, [0-9.]+ ms)?");
  }

  /**
   * The furthest that a loop's cost by the counter is from its cost by read() of a second event,
   * where the two were compared until they agreed.
   */
  private static double agreesWithRead(Answers answers, double tolerance) {
    ended(answers);
    assertThat(answers.all("agreement")).isNotEmpty();
    double furthest = 0;
    for (List<String> agreement : answers.all("agreement")) {
      double ratio = Double.parseDouble(agreement.get(2));
      assertThat(ratio).as(agreement.toString()).isCloseTo(1, within(tolerance));
      furthest = Math.max(furthest, Math.abs(ratio - 1));
    }
    return furthest;
  }
}
