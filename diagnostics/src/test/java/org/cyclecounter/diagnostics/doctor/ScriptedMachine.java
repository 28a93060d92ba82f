// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Measured;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.diagnostics.Reports;
import org.cyclecounter.diagnostics.machine.MachineFacts;
import org.cyclecounter.selector.CounterFacts;
import org.cyclecounter.selector.Scoring;
import org.jspecify.annotations.Nullable;

/** Files of a machine and a selection on it, as a test writes them. */
final class ScriptedMachine implements CounterFacts {

  private static final long HZ = 3_000_000_000L;

  private final Path root;
  private final List<CounterReport> counters = new ArrayList<>();
  private final Map<String, Obstacle> obstacles = new HashMap<>();
  private final Map<String, Counted> counted = new HashMap<>();
  private final Map<String, String> instructions = new HashMap<>();
  private String architecture = "x86-64";

  /** A machine of Intel's without a hypervisor, a container or privileges. */
  ScriptedMachine(Path root) throws IOException {
    this.root = root;
    file("proc/cpuinfo", "vendor_id\t: GenuineIntel\nflags\t\t: fpu tsc\n");
    file("proc/self/status", "CapEff:\t0000000000000000\nSeccomp:\t0\n");
    file("proc/self/cgroup", "0::/\n");
    file("sys/devices/system/cpu/online", "0-3\n");
  }

  ScriptedMachine file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return this;
  }

  ScriptedMachine architecture(String name) {
    architecture = name;
    return this;
  }

  ScriptedMachine underHypervisor() throws IOException {
    return file("proc/cpuinfo", "vendor_id\t: AuthenticAMD\nflags\t\t: fpu tsc hypervisor\n");
  }

  ScriptedMachine filtered() throws IOException {
    return file("proc/self/status", "CapEff:\t0000000000000000\nSeccomp:\t2\n");
  }

  ScriptedMachine paranoid(int level) throws IOException {
    return file("proc/sys/kernel/perf_event_paranoid", level + "\n");
  }

  /** The time-stamp counter is in use. */
  ScriptedMachine usesTsc() {
    return works("amd64-tsc", CounterKind.OFF_CORE, Verdict.SELECTED, measured(8));
  }

  ScriptedMachine works(String name, CounterKind kind, Verdict verdict, Measured measured) {
    return add(name, kind, scope(name), verdict, measured, null);
  }

  ScriptedMachine works(String name, CounterKind kind, Scope scope, Measured measured) {
    return add(name, kind, scope, Verdict.USABLE, measured, null);
  }

  ScriptedMachine rejects(String name, CounterKind kind, @Nullable Obstacle obstacle) {
    return add(name, kind, scope(name), Verdict.REJECTED, null, obstacle);
  }

  private static Scope scope(String name) {
    return name.equals("amd64-rdpru") ? Scope.CORE : Scope.THREAD;
  }

  /** Adds facts about the counter that was added last. */
  ScriptedMachine which(Counted counts, String executes) {
    String name = counters.get(counters.size() - 1).name();
    counted.put(name, counts);
    instructions.put(name, executes);
    return this;
  }

  private ScriptedMachine add(
      String name,
      CounterKind kind,
      Scope scope,
      Verdict verdict,
      @Nullable Measured measured,
      @Nullable Obstacle obstacle) {
    counters.add(
        Reports.counter(name, kind, scope, verdict, "a sentence that nothing reads", measured));
    if (obstacle != null) {
      obstacles.put(name, obstacle);
    }
    return this;
  }

  static Measured measured(double nanosPerRead) {
    OptionalDouble none = OptionalDouble.empty();
    return Reports.measured(30, 30, nanosPerRead, none, none);
  }

  /**
   * Returns the measurement of a clock.
   *
   * @param leastNs the least difference of adjacent readings
   */
  static Measured clock(double nanosPerRead, long leastNs) {
    OptionalDouble none = OptionalDouble.empty();
    return Reports.measured(30, leastNs * HZ / 1_000_000_000, nanosPerRead, none, none);
  }

  static Measured measured(double nanosPerRead, double hz, double share) {
    return Reports.measured(30, 30, nanosPerRead, OptionalDouble.of(hz), OptionalDouble.of(share));
  }

  SelectionReport report() {
    return Reports.selection(HZ, "a test", counters);
  }

  @Override
  public Optional<Counted> counted(String name) {
    return Optional.ofNullable(counted.get(name));
  }

  @Override
  public Optional<Obstacle> obstacle(String name) {
    return Optional.ofNullable(obstacles.get(name));
  }

  @Override
  public String instruction(String name) {
    return instructions.getOrDefault(name, "");
  }

  MachineFacts facts() {
    return MachineFacts.read(
        root,
        name ->
            switch (name) {
              case "os.arch" -> architecture;
              case "os.name" -> "Linux";
              default -> name;
            });
  }

  Diagnosis diagnosis() {
    return Doctor.examine(report(), this, facts(), Scoring.LIBCPUCYCLES_20240114);
  }
}
