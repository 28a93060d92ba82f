// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import org.cyclecounter.selector.report.ChildReasons.Phase;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TestCounter;

/**
 * Counters that work, and change the state of their thread or process. As a program it makes each
 * change in one process, for {@link SideEffects} to name.
 */
public final class StateChanges implements CycleCounterProvider {

  private interface Deed {
    void run() throws IOException, InterruptedException, CounterUnavailableException;
  }

  /** Descriptors that reads open: all of a child's 100,000 would take longer than its limit. */
  private static final int MAX_OPENED = 1000;

  /** The parts of the state that {@code state_changes.c} changes, by its numbers. */
  static final List<String> IN_C =
      List.of(
          "MXCSR",
          "the x87 control word",
          "the signal mask",
          "the handler of SIGSEGV",
          "the handler of SIGPIPE",
          "the handler of SIGCHLD",
          "the umask",
          "the working directory",
          "the CPU affinity",
          "the limit Max open files",
          "a timer (setitimer)",
          "the scheduling priority",
          "no_new_privs",
          "the environment",
          "the C locale",
          "descriptor 0",
          "the locked memory (mlock)");

  private static final int LEAVES_PROCESS = IN_C.size();
  private static final int LEAVES_PROCESS_AND_CRASHES = IN_C.size() + 1;

  /** What Java code changes, by the name of that part; nothing works without the properties. */
  private static final Map<String, Deed> IN_JAVA = new LinkedHashMap<>();

  /** What Java code leaves behind, by its name. */
  private static final Map<String, Deed> LEAKS = new LinkedHashMap<>();

  static {
    LEAKS.put("the descriptor of /dev/null", StateChanges::leaveDescriptor);
    LEAKS.put("the daemon thread left-behind", () -> leaveThread(true));
    LEAKS.put("the process ", () -> new ProcessBuilder("sleep", "1789").start());
    IN_JAVA.put("the default locale", () -> Locale.setDefault(Locale.forLanguageTag("tr-TR")));
    IN_JAVA.put(
        "the default locale (FORMAT)",
        () -> Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("ar-EG")));
    IN_JAVA.put(
        "the default time zone", () -> TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu")));
    IN_JAVA.put(
        "the default uncaught-exception handler",
        () -> Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {}));
    IN_JAVA.put("the non-daemon thread left-behind", () -> leaveThread(false));
    IN_JAVA.put("the standard input", () -> System.setIn(null));
    IN_JAVA.put(
        "the system property java.io.tmpdir", () -> System.setProperty("java.io.tmpdir", "/none"));
    IN_JAVA.put("the system property ", () -> System.setProperties(new Properties()));
  }

  /** The number of lines that this program prints. */
  static final int CHANGES_AND_LEAKS = LEAKS.size() + IN_C.size() + IN_JAVA.size();

  /** Counters that harm nobody. */
  static final List<String> HARMLESS =
      List.of("healthy", "adds-property", "runs-program", "one-thread", "one-descriptor");

  /** What has been left once in this process. */
  private static final Set<String> LEFT = new HashSet<>();

  private static final List<Object> KEPT = new ArrayList<>();

  /** For another process to make its own. */
  public StateChanges() {}

  static native void change(int what);

  /** Ends the test where the library has no such changes. */
  static void assumePackaged() {
    assumeTrue(
        CrashProvider.isPackaged()
            && System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64"),
        "the library that changes the state is packaged for x86-64 Linux only");
  }

  /**
   * Prints for each change the name of the part and what is found, in a line.
   *
   * @param arguments the parent's process id
   */
  public static void main(String[] arguments) throws Exception {
    PrintStream out = System.out; // it is replaced
    CrashProvider.load();
    SideEffects sideEffects = new SideEffects(Long.parseLong(arguments[0]), 1);
    for (var leak : LEAKS.entrySet()) {
      Callable<?> action =
          () -> {
            leak.getValue().run();
            return 0;
          };
      out.println(leak.getKey() + "\t" + sideEffects.leftBy(action, 0));
    }
    for (int what = 0; what < IN_C.size(); what++) {
      ProcessState before = ProcessState.ofThread();
      sideEffects.begin();
      change(what);
      String harm = sideEffects.harm(Phase.OPENED);
      String unused = before.restore(); // a JVM needs its handlers
      out.println(IN_C.get(what) + "\t" + harm);
    }
    for (var change : IN_JAVA.entrySet()) {
      sideEffects.begin();
      change.getValue().run();
      out.println(change.getKey() + "\t" + sideEffects.harm(Phase.OPENED));
    }
    SideEffects.endBelow();
    Runtime.getRuntime().halt(0);
  }

  /** The name of a counter that changes something in C, in {@code open()} or with each read. */
  static String inC(int what, boolean whenRead) {
    return (whenRead ? "reads-" : "opens-") + what;
  }

  @Override
  public List<CounterSource> counters() {
    List<CounterSource> counters = new ArrayList<>();
    for (int i = 0; i < IN_C.size(); i++) {
      int what = i;
      counters.add(opening(inC(what, false), () -> change(what)));
      counters.add(reading(inC(what, true), () -> change(what)));
    }
    counters.add(opening("healthy", () -> {}));
    counters.add(opening("leaves-processes", StateChanges::leaveProcesses));
    counters.add(opening("crashes", () -> change(LEAVES_PROCESS_AND_CRASHES)));
    counters.add(telling("core-limit", "/proc/self/limits", "Max core file size"));
    counters.add(telling("oom-score", "/proc/self/oom_score_adj", ""));
    counters.add(opening("adds-property", () -> System.setProperty("state.changes", "1")));
    counters.add(opening("runs-program", () -> new ProcessBuilder("true").start().waitFor()));
    counters.add(opening("one-thread", () -> once("a thread", () -> leaveThread(true))));
    counters.add(
        opening("one-descriptor", () -> once("a descriptor", StateChanges::leaveDescriptor)));
    counters.add(reading("reads-open", StateChanges::leaveDescriptor));
    return List.copyOf(counters);
  }

  /** Cannot be opened: its reason is a line of a file of its process's. */
  private static TestCounter telling(String name, String file, String beginning) {
    return opening(
        name,
        () -> {
          List<String> lines = new ArrayList<>(Files.readAllLines(Path.of(file)));
          lines.removeIf(line -> !line.startsWith(beginning));
          throw new CounterUnavailableException(lines.get(0).replaceAll(" +", " "));
        });
  }

  private static TestCounter opening(String name, Deed deed) {
    return CrashProvider.counter(
        name,
        () -> {
          CrashProvider.load();
          run(deed);
          return System::nanoTime;
        });
  }

  private static TestCounter reading(String name, Runnable deed) {
    return CrashProvider.counter(
        name,
        () -> {
          CrashProvider.load();
          return () -> {
            deed.run();
            return System.nanoTime();
          };
        });
  }

  private static void run(Deed deed) throws CounterUnavailableException {
    try {
      deed.run();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void once(String what, Runnable deed) {
    if (LEFT.add(what)) {
      deed.run();
    }
  }

  /** One that has this process's standard streams, and an orphan. */
  private static void leaveProcesses() throws IOException {
    KEPT.add(new ProcessBuilder("sleep", "1789").inheritIO().start());
    change(LEAVES_PROCESS);
  }

  private static void leaveThread(boolean daemon) {
    Thread thread = new Thread(() -> CrashProvider.sleep(Long.MAX_VALUE), "left-behind");
    thread.setDaemon(daemon);
    thread.start();
  }

  private static void leaveDescriptor() {
    try {
      if (KEPT.size() < MAX_OPENED) {
        KEPT.add(new FileInputStream("/dev/null"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The processes that these counters have left. */
  static List<Long> leftNow() {
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
