// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * A counter made of Linux perf events: each thread that reads it opens its own events, which are
 * closed when it ends. The C side is {@code thread_events.h}.
 *
 * <p>On a machine with cores of several kinds there is a PMU for each kind, and an event counts on
 * its own PMU's cores only; so such a counter is the sum of an event for each PMU.
 *
 * <p>Events are pinned: on the PMU whenever their thread runs, or not at all. A read throws {@link
 * CounterLostException} if cycles passed uncounted because other events took the hardware counter,
 * and IllegalStateException in a thread that cannot have events; the message has the operating
 * system's error. Once the PMU has room again, a counter that is reopened can be read in the same
 * threads; their counts have continued far above.
 *
 * @since 0.1.0
 */
public abstract class PerfEventSource extends NativeCounterSource {

  /**
   * A perf event that counts cycles, in the terms of {@code struct perf_event_attr}.
   *
   * @param type {@code type}: a kind of event, or the number of a PMU
   * @param config {@code config}
   * @param config1 {@code config1}
   */
  public record Event(int type, long config, long config1) {}

  // Results of a probe's open(): perf_events.h.
  private static final int NOT_ALLOWED = 1;
  private static final int MULTIPLEXED = 2;
  private static final int TAKEN = 3;
  private static final int NOT_MAPPED = 0x10000;

  /** The count of numbers that {@link #eventTimes} fills in. */
  private static final int TIMES = 3;

  private static final Path DEVICES = Path.of("/sys/bus/event_source/devices");

  /**
   * The C side's list of events is static: one for all instances of a class. Not that class's
   * monitor, which a program may hold while a counter is selected.
   */
  private static final Object SETTING_EVENTS = new Object();

  /** Devices that every kernel has: msr's has no event of cycles that a process may count. */
  private static final List<String> NO_PMU =
      List.of(
          "breakpoint",
          "cstate_core",
          "cstate_pkg",
          "kprobe",
          "msr",
          "power",
          "software",
          "tracepoint",
          "uprobe");

  /**
   * Describes the counter; nothing is touched.
   *
   * @param name the counter's name
   * @param kind what it counts
   * @param library the library that holds its C functions
   */
  protected PerfEventSource(String name, CounterKind kind, NativeLibrary library) {
    super(name, kind, Scope.THREAD, library);
  }

  /**
   * Sets an event of the counter, for all threads that have not read it yet: the native method that
   * CC_EVENTS_JNI defines.
   *
   * @param place 0 for the first event, 1 for the next
   * @param type as in {@link Event}
   * @param config as in {@link Event}
   * @param config1 as in {@link Event}
   * @return 0 or a negated errno
   */
  protected abstract int setEvent(int place, int type, long config, long config1);

  /**
   * Returns the probe: the native method that CC_EVENTS_JNI defines. The probe's {@code open}
   * returns 0; a negated errno of perf_event_open; 1 if the kernel allows no read without a system
   * call; 2 if the event shares its hardware counter with others; 3 if others have all hardware
   * counters; or 0x10000 plus the errno of mmap.
   *
   * @return the address of the counter's {@code struct cc_probe}
   */
  @Override
  protected abstract long probe();

  /**
   * Returns why the calling thread's last read gave no number: the native method that CC_EVENTS_JNI
   * defines.
   *
   * @return a number of {@code enum cc_failure} (perf_events.h), from bit 8 on an errno, from bit
   *     32 on a detail
   */
  protected abstract long whyNot();

  /**
   * Reads the times of the calling thread's events: the native method that CC_EVENTS_JNI defines.
   *
   * @param times receives the nanoseconds for which they were enabled, those for which they ran,
   *     and 1 if the kernel's cycles are counted, too
   * @return whether they could be read
   */
  protected abstract boolean eventTimes(long[] times);

  /**
   * Returns the events of which the counter is the sum.
   *
   * @return at least one event; by default {@link #cyclesOfEachPmu} of 0
   */
  protected List<Event> events() {
    return cyclesOfEachPmu(0);
  }

  /**
   * Explains why the kernel may refuse reads without a system call, and the remedy.
   *
   * @return one sentence; by default about {@code kernel.perf_user_access}, the setting of arm64
   *     and RISC-V
   */
  protected String whyNotAllowed() {
    return PerfEvents.perfUserAccess();
  }

  /**
   * Explains how the kernel has come to forbid such reads while the counter is in use, and the
   * remedy. Must not load a class: the thread may be in a place where none can be loaded.
   *
   * @return one sentence; by default as {@link #whyNotAllowed}
   */
  protected String whyForbidden() {
    return "kernel.perf_user_access has become 0, needs 1";
  }

  /**
   * Returns the events that count cycles: the generic PERF_COUNT_HW_CPU_CYCLES on most machines,
   * and one for each kind of core if the kernel shows several PMUs of cores. On x86 the generic
   * event takes a PMU's number in config[63:32] (kernel commit 55bcf6ef, "perf: Extend
   * PERF_TYPE_HARDWARE"); on arm64 each PMU has its own number for the event
   * (Documentation/arch/arm64/perf.rst).
   *
   * @param config1 the value of {@code config1} of each event
   * @return at least one event
   */
  protected static List<Event> cyclesOfEachPmu(long config1) {
    return CorePmu.cycles(DEVICES, config1);
  }

  @Override
  public boolean isForThisSystem() {
    return Platform.current().isLinux();
  }

  @Override
  protected void checkPlatform() throws CounterUnavailableException {
    if (!isForThisSystem()) {
      throw new CounterUnavailableException(
          "it needs Linux's perf events; this is " + Platform.current().os());
    }
    checkDevices(DEVICES);
  }

  /**
   * Rejects a machine on which the kernel lists only software devices: there is nothing to count
   * with, and the library need not be loaded. An unknown name, or no list, decides nothing.
   */
  static void checkDevices(Path devices) throws CounterUnavailableException {
    if (isWithoutPmu(devices)) {
      throw new CounterUnavailableException(
          "no hardware cycle counter (no core PMU in " + devices + "); usual in virtual machines");
    }
  }

  private static boolean isWithoutPmu(Path devices) {
    String[] names = devices.toFile().list();
    return names != null && NO_PMU.containsAll(List.of(names));
  }

  /**
   * Sets the events to open. None is opened here: a system-call filter may kill the process that
   * opens one, and a native child shall find out.
   */
  @Override
  protected void check() throws CounterUnavailableException {
    synchronized (SETTING_EVENTS) {
      int place = 0;
      for (Event event : events()) {
        int result = setEvent(place++, event.type(), event.config(), event.config1());
        if (result < 0) {
          throw new CounterUnavailableException("its events cannot be set: errno " + -result);
        }
      }
    }
  }

  @Override
  public final Refusal refusal(int result) {
    if (result > NOT_MAPPED) {
      return PerfEvents.refusalOfMap(result - NOT_MAPPED);
    }
    return switch (result) {
      case NOT_ALLOWED -> new Refusal(whyNotAllowed(), Obstacle.NO_USER_ACCESS);
      case MULTIPLEXED ->
          new Refusal(
              "the cycle counter is shared with other events (multiplexed); stop other profilers",
              Obstacle.SHARED);
      case TAKEN -> new Refusal(PerfEvents.IN_USE, Obstacle.TAKEN);
      default -> new Refusal(PerfEvents.reason(-result), PerfEvents.obstacle(-result));
    };
  }

  /**
   * Returns the unit by the calling thread's events, which include the kernel's cycles only if the
   * kernel does not let an event exclude them. May be called at any time.
   *
   * @return time for a clock; core cycles, in user mode only unless the events say otherwise
   */
  @Override
  public Counted counted() {
    if (kind() == CounterKind.FIXED_RESOLUTION) {
      return Counted.TIME;
    }
    EventState state = opened ? eventState() : null;
    return state != null && state.countsKernel() ? Counted.CORE_CYCLES : Counted.USER_CYCLES;
  }

  /** Names the one obstacle of {@link #checkPlatform} that can be removed: see checkDevices. */
  @Override
  protected @Nullable Obstacle obstacleOfPlatform() {
    return Platform.current().isLinux() && isWithoutPmu(DEVICES) ? Obstacle.NO_PMU : null;
  }

  /** Returns the state of the calling thread's events; null if it has none. */
  final @Nullable EventState eventState() {
    long[] times = new long[TIMES];
    return eventTimes(times) ? new EventState(times[0], times[1], times[2] != 0) : null;
  }

  /**
   * Warns of a virtual thread that has opened the counter; the cheap check here rules out most
   * platform threads.
   */
  void noticeOpened() {
    Class<?> type = Thread.currentThread().getClass();
    if (type != Thread.class && type.getClassLoader() == null) {
      VirtualThreads.warn(name());
    }
  }

  /**
   * Explains why the calling thread's last read gave no number. Must not load a class: the thread
   * may be in a place where none can be loaded.
   */
  IllegalStateException failure(boolean isLost) {
    String reason = PerfEvents.ofThread(whyNot(), whyForbidden());
    return isLost ? new CounterLostException(reason) : new IllegalStateException(reason);
  }

  @Override
  protected TickSource wrap(NativeTicks reads) {
    return PerfEvents.perThread(reads, whyForbidden());
  }
}
