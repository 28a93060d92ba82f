// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tck;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TimeZone;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Settings that a counter should not change, by name: the kernel's settings of the calling thread
 * and the process ({@code /proc}, on Linux), and Java's. A program survives most of these changes,
 * so the selector does not look for them.
 */
final class ProcessValues {

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  /** Lines of {@code /proc/thread-self/status}, proc(5), and their names. */
  private static final Map<String, String> STATUS =
      Map.ofEntries(
          Map.entry("Umask", "the umask"),
          Map.entry("Uid", "the user"),
          Map.entry("Gid", "the group"),
          Map.entry("Groups", "the supplementary groups"),
          Map.entry("CapEff", "the capabilities"),
          Map.entry("NoNewPrivs", "no_new_privs"),
          Map.entry("Seccomp", "the system-call filter (seccomp)"),
          Map.entry("SigBlk", "the signal mask"),
          Map.entry("SigIgn", "the ignored signals"),
          Map.entry("SigCgt", "the signals that have a handler"),
          Map.entry("Cpus_allowed", "the CPU affinity"),
          Map.entry("Mems_allowed", "the memory nodes"),
          Map.entry("VmLck", "the locked memory (mlock)"));

  /** Links of {@code /proc/thread-self}, and their names. */
  private static final String[][] LINKS = {
    {"cwd", "the working directory"},
    {"root", "the root directory"},
    {"ns/mnt", "the mount namespace"},
    {"ns/net", "the network namespace"}
  };

  /** Columns of {@code /proc/thread-self/stat}, counted from the one behind the command's name. */
  private static final int NICE = 16;

  private static final int POLICY = 38;

  /** The width of the names in {@code /proc/self/limits}. */
  private static final int LIMIT_NAME = 26;

  /** By name, in the order of their declaration; without those that this system does not have. */
  private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

  /** Reads the current values, on the calling thread. */
  ProcessValues() {
    addStatus("/proc/thread-self/status", "");
    addStatus("/proc/self/status", " of the main thread"); // where C code asks for a process's
    for (String line : lines("/proc/self/limits")) {
      if (line.length() > LIMIT_NAME) {
        values.put("the limit " + line.substring(0, LIMIT_NAME).strip(), line);
      }
    }
    for (String[] link : LINKS) {
      values.put(link[1], target(Path.of("/proc/thread-self", link[0])));
    }
    for (String line : lines("/proc/thread-self/stat")) {
      String[] columns = line.substring(line.lastIndexOf(')') + 1).strip().split(" ");
      values.put("the scheduling priority", columns[NICE]);
      values.put("the scheduling policy", columns[POLICY - 1] + " " + columns[POLICY]);
    }
    addJava();
  }

  private void addStatus(String file, String whose) {
    for (String line : lines(file)) {
      String name = STATUS.get(line.split(":", 2)[0]);
      if (name != null) {
        values.put(name + whose, line);
      }
    }
  }

  private static String[] lines(String file) {
    try {
      String text = Files.readString(Path.of(file), StandardCharsets.ISO_8859_1);
      return text.strip().split("\n");
    } catch (IOException e) {
      return new String[0]; // another system
    }
  }

  private static @Nullable String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException | UnsupportedOperationException e) {
      return null; // another system, or a descriptor that is closed again
    }
  }

  /** Adds Java's settings. Properties that a library adds for itself, as JNA does, do no harm. */
  private void addJava() {
    values.put("the default time zone", TimeZone.getDefault().getID()); // it sets a property, once
    for (Locale.Category category : Locale.Category.values()) {
      values.put("the default locale (" + category + ")", Locale.getDefault(category));
    }
    values.put(
        "the default uncaught-exception handler", Thread.getDefaultUncaughtExceptionHandler());
    values.put("the standard input", System.in);
    values.put("the standard output", System.out);
    values.put("the standard error", System.err);
    Properties properties = System.getProperties();
    for (String name : properties.stringPropertyNames()) {
      values.put("the system property " + name, String.valueOf(properties.getProperty(name)));
    }
  }

  /** Names the first value that is another one later; empty if all are the same. */
  String changeTo(ProcessValues later) {
    for (Map.Entry<String, @Nullable Object> value : values.entrySet()) {
      if (!isSame(value.getValue(), later.values.get(value.getKey()))) {
        return value.getKey();
      }
    }
    return "";
  }

  /** Compares what is no text and no locale by identity: its equals may be a provider's. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(@Nullable Object value, @Nullable Object other) {
    boolean isText = value instanceof String || value instanceof Locale;
    return value == other || isText && Objects.equals(value, other);
  }

  /** Lists the open descriptors by number, with what they are open for; on Linux. */
  static Map<String, String> descriptors() {
    Map<String, String> open = new TreeMap<>();
    String[] numbers = DESCRIPTORS.toFile().list();
    for (String number : numbers == null ? new String[0] : numbers) {
      String target = target(DESCRIPTORS.resolve(number));
      if (target != null) {
        open.put(number, target);
      }
    }
    return open;
  }
}
