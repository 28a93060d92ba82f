// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.stress;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The resources of this process, by /proc (proc(5)) and the JVM's own beans.
 *
 * @param descriptors the target of each open descriptor
 * @param threads each thread's name, cut to 15 characters by the kernel
 * @param masks each thread's blocked signals
 * @param children each child, with its state; Z is a zombie
 * @param files the files in the directories where libraries are extracted, and crash reports
 * @param signals how this process takes signals: ignored, caught, and by which handler
 * @param memory amounts, in KiB but for the number of classes
 */
record ProcessState(
    Map<Integer, String> descriptors,
    Map<Integer, String> threads,
    Map<Integer, String> masks,
    Map<Integer, String> children,
    Set<String> files,
    List<String> signals,
    Map<Memory, Long> memory) {

  enum Memory {
    HEAP("heap used after a collection"),
    CLASSES("classes loaded after a collection"),
    RESIDENT("resident memory, VmRSS"),
    VIRTUAL("address space, VmSize");

    final String words;

    Memory(String words) {
      this.words = words;
    }
  }

  /**
   * Held during a look, and by threads whose work must not be seen half done: a thread within a
   * signal handler has another mask.
   */
  static final Object LOOK = new Object();

  private static final Path SELF = Path.of("/proc/self");

  /** Looks now; collects garbage first. */
  static ProcessState now() throws IOException {
    synchronized (LOOK) {
      return look();
    }
  }

  private static ProcessState look() throws IOException {
    // References are handled after a collection: objects that they kept go with the next one.
    System.gc();
    System.gc();
    // Without this the C library would keep the compilers' freed memory, tens of megabytes, for
    // some time.
    diagnostic("systemTrimNativeHeap");
    Map<Memory, Long> memory = readMemory();
    Map<Integer, String> threads = new TreeMap<>();
    Map<Integer, String> masks = new TreeMap<>();
    for (Path task : list(SELF.resolve("task"))) {
      try {
        int id = Integer.parseInt(task.getFileName().toString());
        threads.put(id, Files.readString(task.resolve("comm")).strip());
        masks.put(id, status(task).get("SigBlk"));
      } catch (IOException e) {
        continue; // it has just ended
      }
    }
    masks.keySet().retainAll(threads.keySet());
    return new ProcessState(
        readDescriptors(), threads, masks, readChildren(), readFiles(), readSignals(), memory);
  }

  /** The lines of a status file, by name. */
  static Map<String, String> status(Path directory) throws IOException {
    Map<String, String> status = new TreeMap<>();
    for (String line : Files.readAllLines(directory.resolve("status"))) {
      int colon = line.indexOf(':');
      status.put(line.substring(0, colon), line.substring(colon + 1).strip());
    }
    return status;
  }

  private static List<Path> list(Path directory) throws IOException {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(entries::add);
    }
    return entries;
  }

  private static Map<Integer, String> readDescriptors() throws IOException {
    Map<Integer, String> descriptors = new TreeMap<>();
    for (Path descriptor : list(SELF.resolve("fd"))) {
      try {
        String target = Files.readSymbolicLink(descriptor).toString();
        if (!target.matches("/proc/\\d+/fd")) { // the one that this loop is made with
          descriptors.put(Integer.parseInt(descriptor.getFileName().toString()), target);
        }
      } catch (IOException e) {
        continue; // closed since the listing
      }
    }
    return descriptors;
  }

  /** Every process whose parent this one is, whichever thread made it; zombies are among them. */
  private static Map<Integer, String> readChildren() throws IOException {
    String self = Long.toString(ProcessHandle.current().pid());
    Map<Integer, String> children = new TreeMap<>();
    for (Path process : list(Path.of("/proc"))) {
      if (process.getFileName().toString().matches("\\d+")) {
        try {
          String child = child(Files.readString(process.resolve("stat")), self);
          if (!child.isEmpty()) {
            children.put(Integer.parseInt(process.getFileName().toString()), child);
          }
        } catch (IOException e) {
          continue; // ended since the listing
        }
      }
    }
    return children;
  }

  /** State and name, of "pid (name) state parent ..."; empty if it is another's child. */
  static String child(String stat, String parent) {
    int end = stat.lastIndexOf(')'); // a name may hold anything
    String[] fields = stat.substring(end + 2).split(" ");
    return fields[1].equals(parent)
        ? fields[0] + " " + stat.substring(stat.indexOf('('), end + 1)
        : "";
  }

  /** NativeLibrary's Javadoc lists the directories. */
  private static Set<String> readFiles() throws IOException {
    Set<Path> places = new LinkedHashSet<>();
    places.add(Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath());
    Stream.of(
            System.getProperty("org.cyclecounter.native.directory"),
            System.getenv("XDG_RUNTIME_DIR"))
        .filter(Objects::nonNull)
        .forEach(named -> places.add(Path.of(named)));
    places.add(Path.of(System.getProperty("user.home"), ".cache"));
    places.add(Path.of("").toAbsolutePath());
    Set<String> files = new TreeSet<>();
    for (Path place : places) {
      for (Path file : Files.isDirectory(place) ? list(place) : List.<Path>of()) {
        String name = file.getFileName().toString();
        if (name.matches("cyclecounter-(?!emulate).*|hs_err_pid.*|core(\\..*)?")) {
          files.add(file.toString());
        }
      }
    }
    return files;
  }

  private static List<String> readSignals() throws IOException {
    List<String> signals = new ArrayList<>();
    Map<String, String> status = status(SELF);
    signals.add("SigIgn " + status.get("SigIgn"));
    signals.add("SigCgt " + status.get("SigCgt"));
    // Only the JVM knows the handlers' names: jcmd's VM.info.
    diagnostic("vmInfo")
        .lines()
        .map(String::strip)
        .filter(line -> line.matches("SIG[A-Z0-9]+: .*flags=.*"))
        .forEach(signals::add);
    return signals;
  }

  /** Runs a command of jcmd within this JVM. */
  private static String diagnostic(String operation) throws IOException {
    try {
      return (String)
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  operation,
                  null,
                  null);
    } catch (JMException e) {
      throw new IOException("this JVM cannot do " + operation, e);
    }
  }

  private static Map<Memory, Long> readMemory() throws IOException {
    Map<Memory, Long> memory = new TreeMap<>();
    memory.put(
        Memory.HEAP, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 10);
    memory.put(
        Memory.CLASSES, (long) ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
    Map<String, String> status = status(SELF);
    memory.put(Memory.RESIDENT, kib(status.get("VmRSS")));
    memory.put(Memory.VIRTUAL, kib(status.get("VmSize")));
    return memory;
  }

  private static long kib(String text) {
    return Long.parseLong(text.replace(" kB", ""));
  }
}
