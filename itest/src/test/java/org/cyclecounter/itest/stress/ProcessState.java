// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.stress;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The resources of this process, by /proc (proc(5)) and the JVM's own beans.
 *
 * @param things descriptors, threads, children and so on: nothing may be added to them
 * @param masks the blocked signals of each thread, by its number
 * @param keys how many pthread keys can still be made
 */
record ProcessState(
    Map<String, List<String>> things,
    Map<String, String> masks,
    Map<Memory, Long> memory,
    int keys) {

  /** KiB, but for the number of classes, and by how much the second half of a run may grow. */
  enum Memory {
    /** The limit is for what other threads hold just then. */
    HEAP("heap used after a collection", 2L << 10),
    /** The limit is for forms of method handles. */
    CLASSES("classes loaded after a collection", 60),
    /** The limit is a page for each selection and a little, where that half has 5,000. */
    RESIDENT("resident memory", 24L << 10),
    /** The limit is for the C library's arenas, 64 MiB each and up to 8 for each processor. */
    VIRTUAL("address space", (64L << 10) * 8 * Runtime.getRuntime().availableProcessors());

    final String words;
    final long limit;

    Memory(String words, long limit) {
      this.words = words;
      this.limit = limit;
    }
  }

  /**
   * Held during a look, and by threads whose work must not be seen half done: a thread within a
   * signal handler has another mask.
   */
  static final Object LOOK = new Object();

  /**
   * Threads that the JVM itself makes and ends as it needs them: compilers, collectors, and those
   * that wait for processes, which live on for a minute.
   */
  private static final String OF_THE_JVM =
      "C[12] CompilerThre|GC Thread#.*|G1 .*|[XZ][A-Z].*|process reaper.*";

  /** The time that finished threads and processes may take to end. */
  private static final long SETTLE_NS = 60_000_000_000L;

  private static final String SELF = "/proc/self";

  @FunctionalInterface
  private interface Look {
    String at(Path entry) throws IOException;
  }

  /** The first state: looking loads classes, and opens libjvm.so for its symbols. */
  static ProcessState first() throws IOException {
    now();
    now().leaksSince(now(), now());
    return now();
  }

  /** Looks now; collects garbage first. */
  static ProcessState now() throws IOException {
    synchronized (LOOK) {
      int keys = PthreadKeys.free();
      // References are handled after a collection: objects that they kept go with the next one.
      System.gc();
      System.gc();
      // Without this the C library would keep the compilers' freed memory, tens of megabytes, for
      // some time.
      diagnostic("systemTrimNativeHeap");
      Map<Memory, Long> memory = readMemory();
      Map<String, String> masks = new TreeMap<>();
      Map<String, List<String>> things = new TreeMap<>();
      things.put(
          "thread",
          seen(
              SELF + "/task",
              task -> {
                masks.put(task.getFileName().toString(), status(task).get("SigBlk"));
                String name = Files.readString(task.resolve("comm")).strip();
                return name.matches(OF_THE_JVM) ? "" : name;
              }));
      things.put(
          "descriptor",
          seen(
              SELF + "/fd", // of which the loop's own is left out
              descriptor ->
                  Files.readSymbolicLink(descriptor)
                      .toString()
                      .replaceAll(":\\[\\d+]$|^/proc/\\d+/fd$", "")));
      String self = Long.toString(ProcessHandle.current().pid());
      things.put(
          "child",
          seen(
              "/proc",
              process ->
                  process.getFileName().toString().matches("\\d+")
                      ? child(Files.readString(process.resolve("stat")), self)
                      : ""));
      things.put("file", readFiles());
      things.put("way to take a signal", readSignals());
      return new ProcessState(things, masks, memory, keys);
    }
  }

  /** The leaks now, or as soon as finished threads and processes have ended. */
  static List<String> leaks(ProcessState before, ProcessState middle)
      throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    ProcessState end = now();
    while (!end.leaksSince(before, middle).isEmpty() && System.nanoTime() - startNs < SETTLE_NS) {
      Thread.sleep(100);
      end = now();
    }
    for (ProcessState state : List.of(before, middle, end)) {
      System.out.println("memory in KiB, and classes: " + state.memory);
    }
    return end.leaksSince(before, middle);
  }

  /** Returns entries that are new, and memory that has grown since the code was compiled. */
  List<String> leaksSince(ProcessState before, ProcessState middle) {
    List<String> leaks = new ArrayList<>();
    things.forEach(
        (kind, now) -> {
          List<String> added = new ArrayList<>(now);
          before.things.get(kind).forEach(added::remove);
          added.forEach(thing -> leaks.add(kind + ": " + thing));
        });
    before.masks.forEach(
        (thread, mask) -> {
          String now = masks.getOrDefault(thread, mask);
          if (!now.equals(mask)) {
            leaks.add("signal mask of thread " + thread + ": " + mask + " is now " + now);
          }
        });
    if (keys < before.keys) {
      leaks.add("pthread keys: of " + before.keys + " free ones there are " + keys);
    }
    memory.forEach(
        (kind, now) -> {
          long growth = now - middle.memory.get(kind);
          if (growth > kind.limit) {
            leaks.add(kind.words + ": +" + growth + ", where +" + kind.limit + " is allowed");
          }
        });
    return leaks;
  }

  /** Reads a folder's entries, but for those that end meanwhile and those that are empty. */
  private static List<String> seen(String folder, Look look) throws IOException {
    List<String> seen = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of(folder))) {
      for (Path entry : entries) {
        try {
          seen.add(look.at(entry));
        } catch (IOException e) {
          continue; // it has just ended
        }
      }
    }
    seen.removeIf(String::isEmpty);
    return seen;
  }

  /** The lines of a status file, by name. */
  private static Map<String, String> status(Path directory) throws IOException {
    return Files.readAllLines(directory.resolve("status")).stream()
        .map(line -> line.split(":", 2))
        .collect(Collectors.toMap(line -> line[0], line -> line[1].strip()));
  }

  /** State and name, of "pid (name) state parent ..."; empty if it is another's child. */
  static String child(String stat, String parent) {
    int end = stat.lastIndexOf(')'); // a name may hold anything
    String[] fields = stat.substring(end + 2).split(" ");
    return fields[1].equals(parent)
        ? fields[0] + " " + stat.substring(stat.indexOf('('), end + 1)
        : "";
  }

  /** Extracted libraries and crash reports; NativeLibrary's Javadoc lists the directories. */
  private static List<String> readFiles() throws IOException {
    var places = new TreeSet<>(List.of(System.getProperty("user.home") + "/.cache", "."));
    Stream.of(
            System.getProperty("java.io.tmpdir"),
            System.getProperty("org.cyclecounter.native.directory"),
            System.getenv("XDG_RUNTIME_DIR"))
        .filter(Objects::nonNull)
        .forEach(places::add);
    places.removeIf(place -> !Files.isDirectory(Path.of(place)));
    List<String> files = new ArrayList<>();
    for (String place : places) {
      files.addAll(seen(place, Path::toString));
    }
    String ours = ".*/(cyclecounter-(?!emulate)[^/]*|hs_err_pid[^/]*|core(\\.[^/]*)?)";
    files.removeIf(file -> !file.matches(ours));
    return files;
  }

  private static List<String> readSignals() throws IOException {
    Map<String, String> status = status(Path.of(SELF));
    // Only the JVM knows the handlers' names: jcmd's VM.info.
    return Stream.concat(
            Stream.of("SigIgn " + status.get("SigIgn"), "SigCgt " + status.get("SigCgt")),
            diagnostic("vmInfo").lines().filter(line -> line.matches(" *SIG[A-Z0-9]+: .*flags=.*")))
        .toList();
  }

  /** Runs a command of jcmd within this JVM. */
  private static String diagnostic(String operation) throws IOException {
    try {
      var name = new ObjectName("com.sun.management:type=DiagnosticCommand");
      var server = ManagementFactory.getPlatformMBeanServer();
      return (String) server.invoke(name, operation, null, null);
    } catch (JMException e) {
      throw new IOException("this JVM cannot do " + operation, e);
    }
  }

  private static Map<Memory, Long> readMemory() throws IOException {
    Map<String, String> status = status(Path.of(SELF));
    return new TreeMap<>(
        Map.of(
            Memory.HEAP,
            ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 10,
            Memory.CLASSES,
            (long) ManagementFactory.getClassLoadingMXBean().getLoadedClassCount(),
            Memory.RESIDENT,
            kib(status.get("VmRSS")),
            Memory.VIRTUAL,
            kib(status.get("VmSize"))));
  }

  private static long kib(String text) {
    return Long.parseLong(text.replace(" kB", ""));
  }
}
