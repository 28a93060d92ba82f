// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.cyclecounter.spi.CounterUnavailableException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChildStateTest {

  /** The change of state_changes.c that is a thread. */
  private static final int THREAD = 9;

  @BeforeEach
  void load() throws CounterUnavailableException {
    assumeTrue(
        System.getProperty("os.arch").equals("amd64"), "the changes are packaged for x86-64 only");
    ChildLeaves.load();
  }

  /** Makes a change of state_changes.c, and the second time undoes it. */
  private static native void change(int what);

  @ParameterizedTest
  @CsvSource({
    "0, MXCSR",
    "1, the x87 control word",
    "2, the handler of SIGPIPE",
    "3, the handler of SIGXFSZ",
    "4, a timer (setitimer)",
    "5, a timer (timer_create)",
    "6, the signals that its thread blocks (sigprocmask)",
    "7, the limit of the process's memory (RLIMIT_AS)",
    "8, the handler of SIGCHLD"
  })
  void namesChangeThatIsNotUndone(int what, String name) {
    ChildState before = new ChildState();
    change(what);
    String changed = before.changed();
    change(what);
    assertThat(changed).isEqualTo(name);
    assertThat(before.changed()).isEmpty();
  }

  @Test
  void namesNativeThread() throws Exception {
    Leftovers leftovers = new Leftovers();
    Thread maker = new Thread(() -> change(THREAD), "maker"); // whose name the new one has, too
    maker.start();
    maker.join();
    String left = leftovers.nativeThread();
    change(THREAD);
    assertThat(left).isEqualTo("the native thread maker");
  }

  @Test
  void takesNoThreadOfJavaForNativeOne() throws Exception {
    Leftovers leftovers = new Leftovers();
    CountDownLatch isOver = new CountDownLatch(1);
    CountDownLatch hasBegun = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              hasBegun.countDown();
              assertThatNoException().isThrownBy(isOver::await);
            },
            "a name of more than fifteen bytes");
    thread.start();
    hasBegun.await();
    assertThat(leftovers.nativeThread()).isEmpty();
    isOver.countDown();
    thread.join();
  }

  @Test
  void leavesThreadOneProcessor() throws Exception {
    FutureTask<List<String>> use =
        new FutureTask<>(
            () -> {
              ChildState.useProcessor(Integer.MAX_VALUE); // as many are nowhere
              String all = allowed();
              ChildState.useProcessor(0);
              return List.of(all, allowed());
            });
    new Thread(use).start();
    assertThat(use.get().get(0)).isEqualTo(allowed());
    assertThat(use.get().get(1)).containsOnlyDigits();
  }

  private static String allowed() throws IOException {
    return Traces.status("Cpus_allowed_list:").get(0).split("\\s+")[1];
  }
}
