// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.nio.file.Path;
import org.cyclecounter.Obstacle;
import org.cyclecounter.spi.CounterLostException;
import org.jspecify.annotations.Nullable;

/**
 * Sentences and obstacles for the errors of Linux perf events.
 *
 * @since 0.1.0
 */
public final class PerfEvents {

  /** The highest level that lets everybody count a thread's cycles in user mode. */
  private static final int HIGHEST_PARANOID = 2;

  // Results of whyNot(): enum cc_failure in perf_events.h.
  private static final int NO_MEMORY = 0;
  private static final int NOT_OPENED = 1;
  private static final int NOT_MAPPED = 2;
  private static final int FORBIDDEN = 3;
  private static final int TAKEN = 4;
  private static final int SHARED = 5;
  private static final int NOT_READ = 6;

  private static final int SHARE_BITS = 12;
  private static final int SHARE_MASK = (1 << SHARE_BITS) - 1;

  private static final String NO_EVENT = "this thread could not get its own perf event";

  /** Also the reason if the probe's {@code open} fails because of it. */
  static final String IN_USE =
      "the hardware counters are in use by other events: pinned ones (perf, another profiler), the"
          + " NMI watchdog, or a virtual machine's host; stop them, or set kernel.nmi_watchdog to"
          + " 0, and select again";

  private PerfEvents() {}

  /** Explains why perf_event_open failed with a positive error number, and the remedy. */
  static String reason(int errno) {
    return ofOpen(errno, setting("perf_event_paranoid"));
  }

  // Linux's generic numbers (asm-generic/errno.h), and above 34 also those of MIPS and SPARC.
  private static String name(int errno) {
    return switch (errno) {
      case 1 -> "EPERM";
      case 2 -> "ENOENT";
      case 4 -> "EINTR";
      case 5 -> "EIO";
      case 7 -> "E2BIG";
      case 9 -> "EBADF";
      case 11 -> "EAGAIN";
      case 12 -> "ENOMEM";
      case 13 -> "EACCES";
      case 16 -> "EBUSY";
      case 19 -> "ENODEV";
      case 22 -> "EINVAL";
      case 23 -> "ENFILE";
      case 24 -> "EMFILE";
      case 28 -> "ENOSPC";
      case 38, 89, 90 -> "ENOSYS";
      case 45, 95, 122 -> "EOPNOTSUPP";
      default -> "errno " + errno;
    };
  }

  /** Explains a failed perf_event_open; the level is -1 if it cannot be read. */
  static String ofOpen(int errno, int paranoid) {
    String name = name(errno);
    return "perf_event_open: "
        + name
        + "; "
        + switch (name) {
          case "EACCES", "EPERM" -> ofParanoid(paranoid);
          case "ENOENT", "ENODEV", "EOPNOTSUPP" ->
              "no hardware cycle counter here; usual in virtual machines";
          case "ENOSYS" -> ofMissingCall(paranoid);
          case "EMFILE" ->
              "too many open files: each counting thread needs one or more; raise RLIMIT_NOFILE"
                  + " (ulimit -n)";
          case "ENFILE" -> "too many open files in the whole system; raise fs.file-max";
          case "ENOMEM" -> "the kernel is out of memory";
          case "EBUSY", "ENOSPC" -> IN_USE;
          default -> "see perf_event_open(2)";
        };
  }

  /** Returns the obstacle if perf_event_open failed with this error number. */
  static @Nullable Obstacle obstacle(int errno) {
    return switch (name(errno)) {
      case "EACCES", "EPERM" -> Obstacle.NOT_PERMITTED;
      case "ENOENT", "ENODEV", "EOPNOTSUPP" -> Obstacle.NO_PMU;
      case "ENOSYS" -> Obstacle.NO_SYSTEM_CALL;
      case "EMFILE" -> Obstacle.TOO_MANY_FILES;
      case "ENFILE" -> Obstacle.SYSTEM_FILES;
      case "EBUSY", "ENOSPC" -> Obstacle.TAKEN;
      default -> null;
    };
  }

  /** Explains why mmap of an event failed, for people and for code. */
  static Refusal refusalOfMap(int errno) {
    return new Refusal(ofMap(errno), name(errno).equals("EPERM") ? Obstacle.LOCKED_MEMORY : null);
  }

  /**
   * Tells a filter from a kernel without perf events, which lacks the setting: perf_event_open(2).
   */
  private static String ofMissingCall(int paranoid) {
    return paranoid < 0
        ? "this kernel or emulator has no perf events, or a seccomp filter hides them"
        : "the kernel supports perf events (kernel.perf_event_paranoid exists), so a container's"
            + " seccomp filter or an emulator refuses the call";
  }

  private static String ofParanoid(int level) {
    if (level < 0) {
      return "see kernel.perf_event_paranoid, and whether a seccomp filter or a security module"
          + " refuses it";
    }
    if (level > HIGHEST_PARANOID) {
      return "kernel.perf_event_paranoid is " + level + ", needs 2 or less";
    }
    return "kernel.perf_event_paranoid is "
        + level
        + ", which is enough, so a container's seccomp filter or a security module refuses it";
  }

  static String ofMap(int errno) {
    String name = name(errno);
    return "mmap of a perf event: "
        + name
        + "; "
        + switch (name) {
          case "EPERM" ->
              "too much locked memory: each counting thread needs a page or more;"
                  + " raise kernel.perf_event_mlock_kb or RLIMIT_MEMLOCK (ulimit -l)";
          case "ENOMEM" -> "no memory, or too many mappings; see vm.max_map_count";
          default -> "see mmap(2) and perf_event_open(2)";
        };
  }

  /**
   * Explains why a thread's read gave no number. Loads no class and reads no file.
   *
   * @param why the result of {@link PerfEventSource#whyNot}
   * @param forbidden the sentence for a kernel that forbids reads without a system call
   */
  static String ofThread(long why, String forbidden) {
    int errno = (int) (why >>> 8) & 0xff_ffff;
    int detail = (int) (why >>> 32);
    return switch ((int) why & 0xff) {
      case NO_MEMORY ->
          "no memory for the thread's perf events, or too many thread-specific values";
      case NOT_OPENED -> ofOpen(errno, detail);
      case NOT_MAPPED -> ofMap(errno);
      case FORBIDDEN -> forbidden;
      case TAKEN -> IN_USE;
      case SHARED -> shared(detail & SHARE_MASK, detail >>> SHARE_BITS & SHARE_MASK);
      case NOT_READ ->
          "read of a perf event: "
              + name(errno)
              + "; did something close the thread's descriptor? See perf_event_open(2)";
      default -> NO_EVENT;
    };
  }

  private static String shared(int enabled, int running) {
    int percent = enabled == 0 ? 0 : (100 * running + enabled / 2) / enabled;
    return "it ran for "
        + Math.min(percent, 99)
        + " % of the time: the hardware counter is shared with other events, or the thread was on a"
        + " core that has none; stop other profilers";
  }

  /**
   * Reads the kernel's setting {@code kernel.perf_user_access} of arm64 and RISC-V
   * (Documentation/admin-guide/sysctl/kernel.rst): whether counters may be read in user mode.
   *
   * @return 0, 1 or 2; -1 if there is no such setting
   */
  public static int userAccess() {
    return setting("perf_user_access");
  }

  private static int setting(String name) {
    try {
      return Integer.parseInt(Platform.read(Path.of("/proc/sys/kernel", name)));
    } catch (NumberFormatException e) {
      return -1; // no such setting, or not to be read
    }
  }

  /** Explains why arm64's or RISC-V's kernel allows no read in user mode. */
  static String perfUserAccess() {
    int level = userAccess();
    return switch (level) {
      case -1 ->
          "the kernel does not allow it to be read in user mode, and has no"
              + " kernel.perf_user_access";
      case 1 ->
          "kernel.perf_user_access is 1, but the kernel gave an event that cannot be read in user"
              + " mode; are all hardware counters in use?";
      default -> "kernel.perf_user_access is " + level + ", needs 1";
    };
  }

  /**
   * Guards the reads of a counter that each thread opens for itself. Doing that here loads this
   * class in time: a read that fails must not load one to explain itself.
   */
  static CheckedTicks perThread(NativeTicks reads, String forbidden) {
    return new CheckedTicks(reads, NO_EVENT, new CounterLostException(forbidden));
  }
}
