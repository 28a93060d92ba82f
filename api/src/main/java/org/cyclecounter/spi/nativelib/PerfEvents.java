package org.cyclecounter.spi.nativelib;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.TickSource;

/** What counters made of Linux perf events have in common on the Java side. */
public final class PerfEvents {

  private static final int EPERM = 1;
  private static final int ENOENT = 2;
  private static final int EACCES = 13;
  private static final int MIPS_SPARC_ENOSYS = 89;

  // Linux's generic numbers; where an architecture differs, only the name in the message is
  // missing.
  private static final Map<Integer, String> NAMES =
      Map.of(
          EPERM,
          "EPERM",
          ENOENT,
          "ENOENT",
          7,
          "E2BIG",
          EACCES,
          "EACCES",
          16,
          "EBUSY",
          19,
          "ENODEV",
          22,
          "EINVAL",
          24,
          "EMFILE",
          38,
          "ENOSYS",
          95,
          "EOPNOTSUPP");

  private PerfEvents() {}

  /**
   * Says for people why perf_event_open failed, and what would mend it.
   *
   * @param errno its error number, positive
   * @return one sentence
   */
  public static String reason(int errno) {
    String name = NAMES.getOrDefault(errno, "errno " + errno);
    String prefix = "perf_event_open: " + name + "; ";
    return switch (name) {
      case "EACCES", "EPERM" -> prefix + paranoid();
      case "ENOENT", "ENODEV", "EOPNOTSUPP" ->
          prefix + "there is no hardware counter of cycles here, as in most virtual machines";
      case "ENOSYS" -> prefix + "this kernel, or the emulator instead of one, has no perf events";
      case "EMFILE" -> prefix + "too many open files; raise the limit with ulimit -n";
      default ->
          errno == MIPS_SPARC_ENOSYS
              ? "perf_event_open: ENOSYS; this kernel has no perf events"
              : prefix + "see perf_event_open(2)";
    };
  }

  private static String paranoid() {
    Path file = Path.of("/proc/sys/kernel/perf_event_paranoid");
    try {
      String level = Files.readString(file).strip();
      if (Integer.parseInt(level) > 2) {
        return "kernel.perf_event_paranoid is " + level + ", needs 2 or less";
      }
      return "kernel.perf_event_paranoid is "
          + level
          + ", which is enough, so a container's seccomp filter or a security module refuses it";
    } catch (IOException | NumberFormatException | SecurityException e) {
      return "see kernel.perf_event_paranoid";
    }
  }

  /**
   * The kernel's setting {@code kernel.perf_user_access} of arm64 and RISC-V
   * (Documentation/admin-guide/sysctl/kernel.rst): whether counters may be read in user mode.
   *
   * @return 0, 1 or 2; -1 where there is no such setting
   */
  public static int userAccess() {
    try {
      return Integer.parseInt(
          Files.readString(Path.of("/proc/sys/kernel/perf_user_access")).strip());
    } catch (IOException | NumberFormatException | SecurityException e) {
      return -1;
    }
  }

  /**
   * Says why arm64's or RISC-V's kernel allows no read in user mode.
   *
   * @return one sentence
   */
  public static String perfUserAccess() {
    return switch (userAccess()) {
      case -1 ->
          "the kernel does not allow it to be read in user mode, and has no kernel.perf_user_access";
      case 1 ->
          "kernel.perf_user_access is 1, but the kernel gave an event that cannot be read in user"
              + " mode; are all hardware counters in use?";
      default -> "kernel.perf_user_access is " + userAccess() + ", needs 1";
    };
  }

  /**
   * Guards the reads of a counter that each thread opens for itself: where that fails, a read
   * throws instead of giving a number that means nothing.
   *
   * @param reads the C reads, which give {@link CheckedTicks#UNREADABLE} on failure
   * @param loss what has happened when they give {@link CheckedTicks#LOST}
   * @param guard puts the guard in force
   * @return a source whose reads throw IllegalStateException then
   */
  static TickSource perThread(TickSource reads, String loss, Runnable guard) {
    return new CheckedTicks(
        reads,
        "this thread cannot have a perf event of its own; is the limit of open files reached,"
            + " are the hardware counters in use, or did a kernel setting take them away?",
        new CounterLostException(loss),
        guard);
  }
}
