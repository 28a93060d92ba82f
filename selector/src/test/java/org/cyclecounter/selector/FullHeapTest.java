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
import org.cyclecounter.selector.report.LastResortReasons;
import org.cyclecounter.selector.report.Version;
import org.cyclecounter.selector.selection.SharedSelection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The heap is full at a first reading, the one attempt to select a counter. */
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

  @Test
  void readsWhicheverClassOfInitializerHeapHasNoRoomFor() throws Exception {
    List<String> names;
    try (Framework framework = new Framework("", 0)) {
      framework.call("counter");
      names = List.copyOf(framework.loaded);
    }
    assertThat(names).contains(SharedSelection.class.getName());
    for (String name : names) {
      try (Framework framework = new Framework(name, 1)) {
        for (String reading : List.of("cycles", "start", "perSecond", "report")) {
          assertThat(framework.call(reading)).as(name).isNotNull();
        }
        assertThat(framework.wasFull()).as(name).isTrue();
      }
    }
  }

  @Test
  void readsNanosecondsForGoodWhereHeapHasNoRoomForCounter() throws Exception {
    try (Framework framework = new Framework(SharedSelection.class.getName(), 1)) {
      for (String method : List.of("cycles", "start", "stop")) {
        long before = System.nanoTime();
        assertThat((Long) framework.call(method)).isBetween(before, System.nanoTime());
      }
      assertThat(framework.wasFull()).isTrue();
      assertThat(framework.call("perSecond")).isEqualTo(1_000_000_000L);
      assertThat(framework.call("implementation")).isEqualTo("default-monotonic");
      assertThat(framework.call("report").toString())
          .contains("implementation=default-monotonic", "cyclesPerSecond=1000000000");
    }
    try (Framework framework = new Framework(Version.class.getName(), 1)) {
      assertThat(framework.call("version")).isEqualTo("unknown");
    }
  }

  @Test
  void readsClockForGoodAfterOneWarningWhereHeapIsFullAtSelection() throws Exception {
    InheritableThreadLocal<Object> full =
        new InheritableThreadLocal<>() {
          @Override
          protected Object childValue(Object parentValue) {
            throw new OutOfMemoryError("when the selection's thread is created");
          }
        };
    full.set("");
    try (Framework framework = new Framework("", 0)) {
      framework.call("cycles");
      full.remove();
      assertThat(framework.call("implementation")).isEqualTo("default-monotonic");
      assertThat(framework.call("report").toString()).contains(LastResortReasons.SELECTION_FAILED);
      assertThat(log.warnings())
          .containsExactly(
              "the heap was full while counters were probed; default-monotonic is read; restart"
                  + " with more memory");
    } finally {
      full.remove();
    }
  }

  private static String program(String argument) throws IOException {
    List<String> options =
        List.of("-Xmx40m", "-XX:+UseSerialGC", "-Dorg.cyclecounter.include=test-clock");
    Process program = JavaProgram.of(FullHeapProgram.class, options, argument).start();
    return new String(program.getInputStream().readAllBytes(), US_ASCII).strip();
  }

  @Test
  @Tag("long") // eleven JVMs
  void readsWhateverRoomHeapHas() throws Exception {
    for (int kilobytes = 0; kilobytes <= 600; kilobytes += 60) {
      assertThat(program("" + kilobytes)).isIn("default-monotonic", "test-clock");
    }
  }

  @Test
  void losesCounterInFullHeap() throws Exception {
    assertThat(program("loss")).isEqualTo("default-zero");
  }
}
