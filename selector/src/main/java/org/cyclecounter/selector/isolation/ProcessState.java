// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TimeZone;
import org.cyclecounter.selector.discovery.Container;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.selector.report.Signals;
import org.cyclecounter.spi.nativelib.Platform;
import org.jspecify.annotations.Nullable;

/**
 * The state of the calling thread and of its process that a counter must leave as it finds it, each
 * part with its name. Compared before and after the code of a third party has run, it names what
 * that has changed: it would do the same to a program.
 *
 * <p>What Java cannot see comes from {@code process_state.c}, on Linux; what else the kernel tells
 * of a process comes from {@code /proc}. Where neither is, Java's own settings are compared.
 */
public final class ProcessState {

  // The layout of struct state in process_state.c.
  private static final int MASK = 2;
  private static final int ACTIONS = 4;
  private static final int SIGNALS = 31;
  private static final int ACTION_WORDS = 5;
  private static final int OF_THREAD = ACTIONS + SIGNALS * ACTION_WORDS;
  private static final String[] OF_CHILD = {
    "the environment", "the C locale", "a timer (setitimer)"
  };

  static final String SECURITY_MANAGER = "the security manager";

  /** The bit of {@link RegisterNames} for the first of the two floating-point settings. */
  private static final int FLOAT_CONTROL = 28;

  /** Lines of {@code /proc/thread-self/status}, proc(5), and their names. */
  private static final Map<String, String> STATUS =
      Map.ofEntries(
          Map.entry("Umask", "the umask"),
          Map.entry("Uid", "the user"),
          Map.entry("Gid", "the group"),
          Map.entry("Groups", "the supplementary groups"),
          Map.entry("CapEff", "the capabilities"),
          Map.entry("CapBnd", "the capability bounding set"),
          Map.entry("NoNewPrivs", "no_new_privs"),
          Map.entry("Seccomp", "the system-call filter (seccomp)"),
          Map.entry("Seccomp_filters", "the number of system-call filters"),
          Map.entry("Speculation_Store_Bypass", "the speculation control"),
          Map.entry("Cpus_allowed", "the CPU affinity"),
          Map.entry("Mems_allowed", "the memory nodes"),
          Map.entry("VmLck", "the locked memory (mlock)"));

  /** Links of {@code /proc/thread-self}, and their names. */
  private static final String[][] LINKS = {
    {"cwd", "the working directory"},
    {"root", "the root directory"},
    {"ns/mnt", "the mount namespace"},
    {"ns/net", "the network namespace"},
    {"ns/user", "the user namespace"}
  };

  /** Columns of {@code /proc/thread-self/stat}, counted from the one behind the command's name. */
  private static final int NICE = 16;

  private static final int POLICY = 38;

  /** The width of the names in {@code /proc/self/limits}. */
  private static final int LIMIT_NAME = 26;

  /** As observed by {@code process_state.c}; empty where that cannot be had. */
  private final long[] observed;

  /** Other values by name; one that cannot be had is missing. In the order of the names. */
  private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

  private ProcessState(int length) {
    boolean canObserve = Platform.current().isLinux() && SelectorLibrary.load();
    observed = new long[canObserve ? length : 0];
    if (canObserve) {
      observe(observed, length);
    }
  }

  /** Names the part that a word of {@link #observed} belongs to. */
  private static String nameOf(int word) {
    if (word < MASK) {
      return RegisterNames.of(1 << FLOAT_CONTROL + word, Platform.current()).get(0);
    }
    if (word < ACTIONS) {
      return "the signal mask";
    }
    return word < OF_THREAD
        ? "the handler of " + Signals.name((word - ACTIONS) / ACTION_WORDS + 1)
        : OF_CHILD[word - OF_THREAD];
  }

  private static native void observe(long[] into, int length);

  private static native void restore(long[] from);

  /**
   * Observes what a read may change and {@link #restore} can put back: the floating-point settings
   * and signal mask of the calling thread, the signal handlers of the process. Some microseconds.
   */
  public static ProcessState ofThread() {
    return new ProcessState(OF_THREAD);
  }

  /** Observes everything; in a child JVM, where no other thread changes it meanwhile. */
  static ProcessState ofChild() {
    ProcessState state = new ProcessState(OF_THREAD + OF_CHILD.length);
    state.addProc();
    state.addJava();
    return state;
  }

  /**
   * Adds the descriptors that are to stay open. Hazard: the JVM's own threads open files for a
   * moment, such as those of its control group.
   *
   * @param own those, by number, with what they are open for
   * @param open all that are open
   */
  void addDescriptors(Map<String, String> own, Map<String, String> open) {
    for (Map.Entry<String, String> descriptor : own.entrySet()) {
      String number = descriptor.getKey();
      String target = descriptor.getValue();
      if (!target.startsWith("/proc/") && !target.startsWith("/sys/")) {
        values.put("descriptor " + number + " (" + target + ")", open.get(number));
      }
    }
  }

  private void addProc() {
    addStatus("/proc/thread-self/status", "");
    addStatus("/proc/self/status", " of the main thread"); // where C code asks for a process's
    for (String line : lines("/proc/self/limits")) {
      if (line.length() > LIMIT_NAME) {
        values.put("the limit " + line.substring(0, LIMIT_NAME).strip(), line);
      }
    }
    for (String[] link : LINKS) {
      try {
        Path target = Files.readSymbolicLink(Path.of("/proc/thread-self", link[0]));
        values.put(link[1], target.toString());
      } catch (IOException | UnsupportedOperationException e) {
        continue; // another system, or an old kernel
      }
    }
    for (String line : lines("/proc/thread-self/stat")) {
      String[] columns = line.substring(line.lastIndexOf(')') + 1).strip().split(" ");
      if (columns.length > POLICY) {
        values.put("the scheduling priority", columns[NICE]);
        values.put("the scheduling policy", columns[POLICY - 1] + " " + columns[POLICY]);
      }
    }
  }

  private void addStatus(String file, String whose) {
    for (String line : lines(file)) {
      int colon = line.indexOf(':');
      String name = colon < 0 ? null : STATUS.get(line.substring(0, colon));
      if (name != null) {
        values.put(name + whose, line);
      }
    }
  }

  private static String[] lines(String file) {
    try {
      return ChildSession.read(file).split("\n");
    } catch (IOException e) {
      return new String[0];
    }
  }

  /** Adds Java's settings, objects by identity: their equals may be a provider's. */
  private void addJava() {
    values.put("the default time zone", TimeZone.getDefault().getID()); // it sets a property, once
    values.put("the default locale", Locale.getDefault());
    for (Locale.Category category : Locale.Category.values()) {
      values.put("the default locale (" + category + ")", Locale.getDefault(category));
    }
    // Since Java 18 only an option, which no child is given, lets it be set. It costs 10 ms.
    values.put(
        SECURITY_MANAGER, Runtime.version().feature() > 17 ? null : Container.securityManager());
    values.put(
        "the default uncaught-exception handler", Thread.getDefaultUncaughtExceptionHandler());
    values.put("the standard input", System.in);
    // Properties that a library adds for itself, as JNA does, do no harm.
    Properties properties = System.getProperties();
    for (String name : properties.stringPropertyNames()) {
      values.put("the system property " + name, String.valueOf(properties.getProperty(name)));
    }
  }

  /** Names the first part that is not as it was in this state; empty if all are. */
  String changeTo(ProcessState later) {
    int word = Arrays.mismatch(observed, later.observed);
    if (word >= 0) {
      return nameOf(word);
    }
    for (Map.Entry<String, @Nullable Object> value : values.entrySet()) {
      if (!isSame(value.getValue(), later.values.get(value.getKey()))) {
        return value.getKey();
      }
    }
    return "";
  }

  /** Compares what is no text and no number by identity: its equals may be a provider's. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(@Nullable Object value, @Nullable Object other) {
    boolean isText = value instanceof String || value instanceof Number || value instanceof Locale;
    return value == other || isText && Objects.equals(value, other);
  }

  /**
   * Names the first part of {@link #ofThread} that has changed since, and puts all of it back;
   * empty if none has.
   */
  public String restore() {
    String change = changeTo(new ProcessState(OF_THREAD));
    if (!change.isEmpty()) {
      restore(observed);
    }
    return change;
  }
}
