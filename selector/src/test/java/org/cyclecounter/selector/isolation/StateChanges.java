// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicInteger;
import org.cyclecounter.CounterKind;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TestCounter;

/**
 * Counters that work, and change the state of their thread or process; each says what, as a name.
 */
public final class StateChanges implements CycleCounterProvider {

  /** Descriptors that reads open: all of a child's 100,000 would take longer than its limit. */
  private static final int MAX_OPENED = 1000;

  /** Numbers of {@code state_changes.c}, and how the change is named. */
  static final Map<Integer, String> IN_C = new LinkedHashMap<>();

  /** Deeds in Java when it is opened, by the counter's name. */
  static final Map<String, Runnable> IN_JAVA = new LinkedHashMap<>();

  static final int LEAVES_PROCESS = 23;
  static final int LEAVES_PROCESS_AND_CRASHES = 24;

  static {
    IN_C.put(0, "MXCSR");
    IN_C.put(1, "MXCSR");
    IN_C.put(2, "the x87 control word");
    IN_C.put(3, "the signal mask");
    IN_C.put(4, "the handler of SIGSEGV");
    IN_C.put(5, "the handler of SIGBUS");
    IN_C.put(6, "the handler of SIGFPE");
    IN_C.put(7, "the handler of SIGPIPE");
    IN_C.put(8, "the handler of SIGTERM");
    IN_C.put(9, "the handler of SIGQUIT");
    IN_C.put(10, "the handler of SIGUSR2");
    IN_C.put(11, "the handler of SIGCHLD");
    IN_C.put(12, "the umask");
    IN_C.put(13, "the working directory");
    IN_C.put(14, "the CPU affinity");
    IN_C.put(15, "the limit Max open files");
    IN_C.put(16, "the limit Max file size");
    IN_C.put(17, "a timer (setitimer)");
    IN_C.put(18, "the scheduling priority");
    IN_C.put(19, "no_new_privs");
    IN_C.put(20, "the environment");
    IN_C.put(21, "the C locale");
    IN_C.put(22, "descriptor 0");
    IN_C.put(25, "the locked memory (mlock)");
    IN_JAVA.put("the default locale", () -> Locale.setDefault(Locale.forLanguageTag("tr-TR")));
    IN_JAVA.put(
        "the default locale (FORMAT)",
        () -> Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("ar-EG")));
    IN_JAVA.put(
        "the default time zone", () -> TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu")));
    IN_JAVA.put(
        "the system property java.io.tmpdir", () -> System.setProperty("java.io.tmpdir", "/none"));
    IN_JAVA.put("the system property ", () -> System.setProperties(new Properties()));
    IN_JAVA.put(
        "the default uncaught-exception handler",
        () -> Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {}));
    IN_JAVA.put("the standard input", () -> System.setIn(null));
    IN_JAVA.put("the daemon thread left-behind", StateChanges::leaveThread);
    IN_JAVA.put("the descriptor of ", StateChanges::leaveDescriptor);
    IN_JAVA.put("the process ", () -> start(new ProcessBuilder("sleep", "1789")));
    IN_JAVA.put("the process", () -> start(new ProcessBuilder("sleep", "1789").inheritIO()));
  }

  /** Counters that harm nobody. */
  static final List<String> HARMLESS =
      List.of("healthy", "adds-property", "runs-program", "one-thread", "one-descriptor");

  private static boolean isThere;
  private static final List<Object> KEPT = new ArrayList<>();

  /** For another process to make its own. */
  public StateChanges() {}

  static native void change(int what);

  static List<Candidate> candidates(String... names) {
    return Candidates.of(new StateChanges(), names);
  }

  /** The name of a counter that changes something in C, in {@code open()} or with each read. */
  static String inC(int what, boolean whenRead) {
    return (whenRead ? "reads-" : "opens-") + what;
  }

  static String inJava(String change) {
    return "java-" + List.copyOf(IN_JAVA.keySet()).indexOf(change);
  }

  @Override
  public List<CounterSource> counters() {
    List<CounterSource> counters = new ArrayList<>();
    List<Integer> all = new ArrayList<>(IN_C.keySet());
    all.add(LEAVES_PROCESS);
    all.add(LEAVES_PROCESS_AND_CRASHES);
    for (int what : all) {
      counters.add(
          counter(
              inC(what, false),
              () -> {
                CrashProvider.load();
                change(what);
                return System::nanoTime;
              }));
      counters.add(
          counter(
              inC(what, true),
              () -> {
                CrashProvider.load();
                return () -> {
                  change(what);
                  return System.nanoTime();
                };
              }));
    }
    IN_JAVA.forEach((change, deed) -> counters.add(opening(inJava(change), deed)));
    counters.add(opening("healthy", () -> {}));
    counters.add(telling("core-limit", "/proc/self/limits", "Max core file size"));
    counters.add(telling("oom-score", "/proc/self/oom_score_adj", ""));
    counters.add(opening("adds-property", () -> System.setProperty("state.changes", "1")));
    counters.add(opening("runs-program", StateChanges::runProgram));
    counters.add(opening("one-thread", () -> once(StateChanges::leaveThread)));
    counters.add(opening("one-descriptor", () -> once(StateChanges::leaveDescriptor)));
    counters.add(
        counter(
            "reads-open",
            () -> {
              AtomicInteger reads = new AtomicInteger();
              return () -> {
                if (reads.incrementAndGet() <= MAX_OPENED) {
                  leaveDescriptor();
                }
                return System.nanoTime();
              };
            }));
    return List.copyOf(counters);
  }

  /** Cannot be opened: its reason is a line of a file of its process's. */
  private static TestCounter telling(String name, String file, String beginning) {
    return counter(
        name,
        () -> {
          try {
            for (String line : Files.readAllLines(Path.of(file))) {
              if (line.startsWith(beginning)) {
                throw new CounterUnavailableException(line.replaceAll(" +", " "));
              }
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return System::nanoTime;
        });
  }

  private static void once(Runnable deed) {
    if (!isThere) {
      isThere = true;
      deed.run();
    }
  }

  private static void leaveThread() {
    Thread thread =
        new Thread(
            () -> {
              while (true) {
                try {
                  Thread.sleep(60_000);
                } catch (InterruptedException e) {
                  continue; // it never ends
                }
              }
            },
            "left-behind");
    thread.setDaemon(true);
    thread.start();
  }

  private static void leaveDescriptor() {
    try {
      KEPT.add(new FileInputStream("/dev/null"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Process start(ProcessBuilder builder) {
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void runProgram() {
    try {
      start(new ProcessBuilder("sleep", "0").redirectOutput(Redirect.DISCARD)).waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static TestCounter opening(String name, Runnable deed) {
    return counter(
        name,
        () -> {
          deed.run();
          return System::nanoTime;
        });
  }

  private static TestCounter counter(String name, TestCounter.Opener opener) {
    return new TestCounter(name, CounterKind.ON_CORE, opener).mayCrash(true);
  }

  /** The processes that these counters have left. */
  static List<Long> left() throws IOException {
    List<Long> left = new ArrayList<>();
    for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
      Path line = Path.of("/proc/" + process.pid() + "/cmdline");
      try {
        // Its working directory is this process's: other builds may run the same test meanwhile.
        if (Files.readString(line).endsWith("sleep\0001789\000")
            && Files.isSameFile(line.resolveSibling("cwd"), Path.of(""))) {
          left.add(process.pid());
        }
      } catch (IOException e) {
        continue; // it has ended
      }
    }
    return left;
  }
}
