// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.selector.isolation.Protocol.Step;
import org.junit.jupiter.api.Test;

class ChildProcessTest {

  private static final String WORD = "word";

  /**
   * A child that has ended, of whose output nothing has been read: it comes as soon as its parent
   * waits for it, or has gone on without it.
   */
  private static final class Dead extends Process {

    private final Thread parent = Thread.currentThread();
    private final InputStream output;
    private volatile boolean isKnownDead;
    private volatile boolean hasGoneOn;

    Dead(String text) {
      output = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    ChildProcess start() throws IOException {
      ChildProcess child = new ChildProcess(WORD, () -> this);
      child.start();
      return child;
    }

    @Override
    public InputStream getInputStream() {
      while (!(isKnownDead && parent.getState() == Thread.State.TIMED_WAITING) && !hasGoneOn) {
        Thread.onSpinWait();
      }
      return output;
    }

    @Override
    public boolean waitFor(long timeout, TimeUnit unit) {
      isKnownDead = true;
      return true;
    }

    @Override
    public int waitFor() {
      return 1;
    }

    @Override
    public int exitValue() {
      return 1;
    }

    @Override
    public OutputStream getOutputStream() {
      return OutputStream.nullOutputStream();
    }

    @Override
    public InputStream getErrorStream() {
      return InputStream.nullInputStream();
    }

    @Override
    public void destroy() {}
  }

  @Test
  void theSignalOfADeadChildIsReadBeforeItsEndIsDescribed() throws Exception {
    Dead dead = new Dead("#\n#  SIGSEGV (0xb) at pc=0x0000, pid=1, tid=1\n#\n");
    ChildProcess child = dead.start();
    String end = child.end();
    dead.hasGoneOn = true;
    assertThat(end).contains("SIGSEGV");
  }

  @Test
  void theLastReportOfADeadChildIsRead() throws Exception {
    Dead dead = new Dead(ParentConnection.line(WORD, Step.FAILED.name(), "why"));
    ChildProcess child = dead.start();
    Optional<Protocol> report = child.next(0);
    dead.hasGoneOn = true;
    assertThat(report).contains(new Protocol(Step.FAILED, "why"));
  }
}
