// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.isolation.JavaProgram;
import org.cyclecounter.selector.report.Version;
import org.cyclecounter.selector.selection.SharedSelection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The heap is full at a first reading, and has room again afterwards. */
class FullHeapTest {

  private final Logged log = new Logged();

  /** Classes that are loaded anew, without providers. The heap has no room for one at first. */
  private static final class Framework extends URLClassLoader {
    final List<String> loaded = Collections.synchronizedList(new ArrayList<>());
    private final String withoutRoom;
    private volatile int times;

    Framework(String withoutRoom, int times) throws ClassNotFoundException {
      super(
          new URL[] {location(CycleCounter.class), location(CpuCycles.class)},
          ClassLoader.getPlatformClassLoader());
      this.withoutRoom = withoutRoom;
      cpuCycles().getDeclaredMethods(); // links it
      loaded.clear();
      this.times = times;
    }

    private static URL location(Class<?> type) {
      return type.getProtectionDomain().getCodeSource().getLocation();
    }

    private Class<?> cpuCycles() throws ClassNotFoundException {
      return loadClass(CpuCycles.class.getName());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (times > 0 && name.equals(withoutRoom)) {
        times--;
        throw new OutOfMemoryError("for " + name);
      }
      if (name.startsWith("org.cyclecounter.") && findLoadedClass(name) == null) {
        loaded.add(name);
      }
      return super.loadClass(name, resolve);
    }

    /** Calls a method of CpuCycles; an error that it throws would end JUnit's run. */
    Object call(String method) throws Exception {
      try {
        return cpuCycles().getMethod(method).invoke(null);
      } catch (InvocationTargetException | OutOfMemoryError e) {
        throw new IllegalStateException(e);
      }
    }

    boolean wasFull() {
      return times == 0;
    }
  }

  @AfterEach
  void showWarningsAgain() {
    log.close();
  }

  private static List<String> loadedBy(String method) throws Exception {
    try (Framework framework = new Framework("", 0)) {
      framework.call(method);
      return List.copyOf(framework.loaded);
    }
  }

  private static void selectsAfter(String withoutRoom) throws Exception {
    try (Framework framework = new Framework(withoutRoom, 1)) {
      framework.call("cycles");
      String report = "";
      for (int i = 0; i < 6000 && !report.contains("no counter on the path"); i++) {
        Thread.sleep(10); // a selection, and the pause before it
        report = framework.call("report").toString();
      }
      assertThat(report).as(withoutRoom).contains("no counter on the path");
      framework.call("cycles");
    }
  }

  @Test
  void countsAfterFullHeapAtEachClassOfInitialiser() throws Exception {
    List<String> names = loadedBy("counter");
    assertThat(names).contains(SharedSelection.class.getName());
    for (String name : names) {
      try (Framework framework = new Framework(name, 1)) {
        framework.call("cycles");
        assertThat(framework.wasFull()).as(name).isTrue();
        framework.call("cycles");
      }
    }
  }

  @Test
  void returnsNanosecondsWhereHeapHasNoRoomForCounter() throws Exception {
    for (String method : List.of("cycles", "start", "stop")) {
      long before = System.nanoTime();
      assertThat((Long) withoutRoomForSelection(method)).isBetween(before, System.nanoTime());
    }
    assertThat(withoutRoomForSelection("perSecond")).isEqualTo(1_000_000_000L);
    assertThat(withoutRoomForSelection("implementation")).isEqualTo("default-monotonic");
    assertThat((String) withoutRoomForSelection("report"))
        .contains("implementation=default-monotonic", "cyclesPerSecond=1000000000");
    try (Framework framework = new Framework(Version.class.getName(), 1)) {
      assertThat(framework.call("version")).isEqualTo("unknown");
    }
  }

  private static Object withoutRoomForSelection(String method) throws Exception {
    int times = method.equals("report") ? 2 : 1;
    try (Framework framework = new Framework(SharedSelection.class.getName(), times)) {
      Object result = framework.call(method);
      assertThat(framework.wasFull()).as(method).isTrue();
      return method.equals("report") ? result.toString() : result;
    }
  }

  @Test
  void selectsAfterFullHeapInInitialiserOfSelection() throws Exception {
    selectsAfter(SharedSelection.class.getName());
    selectsAfter(Scoring.class.getName());
  }

  @Test
  @Tag("long") // countsAfterFullHeapAtEachClassOfInitialiser holds the rule
  void selectsAfterFullHeapAtEachClass() throws Exception {
    for (String name : loadedBy("cycles")) {
      selectsAfter(name);
    }
  }

  private static String program(String argument) throws IOException {
    List<String> options =
        List.of("-Xmx40m", "-XX:+UseSerialGC", "-Dorg.cyclecounter.include=test-clock");
    Process program = JavaProgram.of(FullHeapProgram.class, options, argument).start();
    return new String(program.getInputStream().readAllBytes(), US_ASCII).strip();
  }

  @Test
  @Tag("long") // the rules above hold for classes
  void selectsWhereHeapHasRoomAgain() throws Exception {
    for (int kilobytes = 0; kilobytes <= 600; kilobytes += 60) {
      assertThat(program("" + kilobytes)).as(kilobytes + " KB").isEqualTo("test-clock");
    }
  }

  @Test
  void losesCounterInFullHeap() throws Exception {
    assertThat(program("loss")).isEqualTo("default-zero");
  }
}
