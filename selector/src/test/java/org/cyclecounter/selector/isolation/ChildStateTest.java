// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
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
    List<String> processors = new ArrayList<>();
    Thread thread =
        new Thread(
            () -> {
              ChildState.useProcessor(Integer.MAX_VALUE); // as many are nowhere
              processors.addAll(allowed());
              ChildState.useProcessor(0);
              processors.addAll(allowed());
            });
    thread.start();
    thread.join();
    assertThat(processors).hasSize(2).element(0).isEqualTo(allowed().get(0));
    assertThat(processors.get(1)).containsOnlyDigits();
  }

  private static List<String> allowed() {
    try {
      return Traces.status("Cpus_allowed_list:").stream().map(l -> l.split("\\s+")[1]).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
