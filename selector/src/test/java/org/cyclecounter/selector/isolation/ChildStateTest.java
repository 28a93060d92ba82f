// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.cyclecounter.spi.CounterUnavailableException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChildStateTest {

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
    "5, a timer (timer_create)"
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
