// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.cyclecounter.selector.Raising.raise;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.example.PluginTask;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.cyclecounter.selector.isolation.Traces;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChildJvmTest {

  private static final byte[] MAGIC = Frame.magic();
  private static final int FRAMES = 3000;

  /** A child whose output is written beforehand. */
  private static class Scripted extends Process {
    private final Supplier<InputStream> output;
    volatile boolean isAlive;

    Scripted(Supplier<InputStream> output) {
      this.output = output;
    }

    ChildJvm start() throws Exception {
      ChildJvm child = new ChildJvm(MAGIC, () -> this, getClass().getClassLoader());
      child.start();
      return child;
    }

    @Override
    public InputStream getInputStream() {
      return output.get();
    }

    @Override
    public int waitFor() {
      return 1;
    }

    @Override
    public int exitValue() {
      if (isAlive) {
        throw new IllegalThreadStateException();
      }
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

    @Override
    public long pid() {
      return 0;
    }
  }

  /** Starts a child that has ended, whose output comes when its parent waits for it. */
  private static ChildJvm dead(byte[] output) throws Exception {
    Thread parent = Thread.currentThread();
    Supplier<InputStream> late =
        () -> {
          while (parent.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
          }
          return new ByteArrayInputStream(output);
        };
    return new Scripted(late).start();
  }

  @Test
  void readsSignalOfDeadChild() throws Exception {
    byte[] words = "#\n#  SIGSEGV (0xb) at pc=0x0000, pid=1, tid=1\n#\n".getBytes("UTF-8");
    assertThat(dead(words).end(0).orElseThrow().how()).startsWith("SIGSEGV, ");
  }

  @Test
  void endsOrphanOfDeadChild() throws Exception {
    assumeTrue(new File("/proc/self/environ").exists(), "Linux shows a process's environment");
    ProcessBuilder daemon = new ProcessBuilder("sleep", "1791");
    daemon.environment().put(Orphans.MARK, HexFormat.of().formatHex(MAGIC));
    Process orphan = daemon.start();
    dead(new byte[0]).close();
    Traces.assertEnds(orphan.pid());
  }

  @Test
  void readsLastFrameOfDeadChild() throws Exception {
    ChildJvm child = dead(Frame.encode(MAGIC, new Frame((byte) 12, "5")));
    assertThat(child.next(0).orElseThrow().type()).isEqualTo((byte) 12);
    assertThat(child.next(0)).isEmpty();
  }

  @Test
  void takesChildThatHasClosedItsPipeForAlive() throws Exception {
    Scripted process = new Scripted(InputStream::nullInputStream);
    process.isAlive = true;
    ChildJvm child = process.start();
    assertThat(child.next(1)).isEmpty();
    assertThat(child.end(1)).isEmpty();
    process.isAlive = false;
    assertThat(child.end(1)).isPresent();
  }

  /** The error says nothing about a counter. */
  @Test
  void throwsIfListenerHasNoMemory() throws Exception {
    ChildJvm child = new Scripted(() -> raise(new OutOfMemoryError("none left"))).start();
    assertThatThrownBy(() -> child.next(60_000)).hasMessage("none left");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "free(): double free detected in tcache 2",
        "free(): invalid pointer",
        "double free or corruption (!prev)",
        "malloc(): corrupted top size",
        "corrupted size vs. prev_size",
        "*** stack smashing detected ***: terminated",
        "terminate called after throwing an instance of 'int'",
        "java: tiny.c:12: open: Assertion `n < 4' failed.",
        "java: symbol lookup error: /tmp/libacme.so: undefined symbol: acme_read",
        "Error relocating /tmp/libacme.so: acme_read: symbol not found"
      })
  void findsWordsOfLibrary(String line) {
    assertThat(ChildOutput.signal("it prints\n" + line + "\nmore")).isEqualTo(line);
    assertThat(ChildOutput.signal("Hello (1): here are 2 * 3 corrupted words")).isEmpty();
  }

  /** As Java 25 prints them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "#\n#  SIGSEGV (0xb) at pc=0x0, pid=1, tid=2\n",
        "#[thread 3 also had an error]\n\n#  SIGSEGV (0xb) at pc=0x0",
        "#\n#  \nSIGSEGV (0xb) at pc=0x0",
        "#\n#  SIGSEGV (0xb)[thread 3 also had an error]\n at pc=0x0",
        "#\n#  SIG[thread 3 also had an error]SEGV\n (0xb) at pc=0x0"
      })
  void findsSignalAmongWordsOfAnotherThread(String output) {
    assertThat(ChildOutput.signal(output)).isEqualTo("SIGSEGV");
  }

  @Test
  void keepsLastBytesOfOutput() {
    ChildOutput output = new ChildOutput();
    for (int i = 0; i < 2 * ChildOutput.MIN; i++) {
      output.write('a' + i / ChildOutput.MIN);
    }
    output.write('d');
    assertThat(output.toString()).endsWith("b".repeat(ChildOutput.MIN) + "d").hasSizeLessThan(8193);
  }

  /** Prints on two streams while it sends. */
  public static final class Printing implements Callable<String> {
    @Override
    public String call() {
      ParentLink link = ParentLink.connect("");
      CompletableFuture<Void> other =
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; i < FRAMES; i++) {
                  (i % 2 == 0 ? System.out : System.err).println("printed " + i);
                }
              });
      for (int i = 0; i < FRAMES; i++) {
        link.send(new Frame((byte) 30, new byte[i]));
      }
      other.join();
      return "sent";
    }
  }

  @Test
  void receivesEveryFrameOfChildThatPrintsMeanwhile() throws Exception {
    try (ChildJvm child = TestChild.start()) {
      TestChild.send(child, Printing.class);
      for (int i = 0; i < FRAMES; i++) {
        assertThat(child.next(60_000).orElseThrow().payload()).hasSize(i);
      }
      assertThat(child.next(60_000).orElseThrow().type()).isEqualTo(TestChild.RETURNED);
      assertThat(child.lastOutput()).contains("printed " + (FRAMES - 1) + System.lineSeparator());
    }
  }

  @Test
  void servesClassesUntilChildHasExited() throws Exception {
    PipeClassLoaderTest.Plugin plugin = new PipeClassLoaderTest.Plugin("none", () -> null);
    try (ChildJvm child = TestChild.start()) {
      long nanos = child.processorNanos();
      TestChild.call(child, plugin.task(PluginTask.Hook.class));
      child.send(new Frame(Frame.END));
      assertThat(child.next(60_000)).isEmpty();
      assertThat(TestChild.end(child)).isEqualTo(new ChildJvm.End(0, "status 0"));
      assertThat(child.lastOutput()).isEqualTo("helped ");
      assertThat(child.processorNanos()).isGreaterThanOrEqualTo(nanos).isPositive();
    }
  }

  /** Starts a program, and leaves it. */
  public static final class Leaving implements Callable<String> {
    @Override
    public String call() throws Exception {
      return "" + new ProcessBuilder("sleep", "600").start().pid();
    }
  }

  @Test
  void killsWhatChildHasStarted() throws Exception {
    assumeTrue(File.separatorChar == '/', "sleep(1) is of Unix");
    ChildJvm child = TestChild.start();
    long pid = Long.parseLong(TestChild.call(child, Leaving.class));
    child.close();
    assertThat(TestChild.end(child).status()).isNotZero();
    Traces.assertEnds(pid);
  }

  @Test
  void givesComplaintOfChildThatIsNeverReady() {
    JavaCommand command = JavaCommand.of(ChildJvmTest.class, List.of());
    Rejection why =
        assertThatExceptionOfType(StartException.class)
            .isThrownBy(() -> ChildJvm.start(command))
            .actual()
            .rejection();
    assertThat(why.code()).isEqualTo(Code.CHILD_FAILED);
    assertThat(why.arguments().get(0)).startsWith("status 1 (").contains("ChildJvmTest");
  }

  /** The words of Java 17 and 25, with none left to open, with one left, and for other limits. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "OUT_OF_FILES|Cannot run program \"java\": error=24, Too many open files",
        "OUT_OF_FILES|Bad file descriptor, error: 24 (Zu viele offene Dateien)",
        "OUT_OF_FILES|error=0, Failed to exec spawn helper: pid: 7, exit value: 127",
        "OUT_OF_FILES|Failed to exec spawn helper: pid: 7, exit code: 127, error: 0 (none)",
        "REFUSED|Cannot run program \"/jdk24/java\": error=11, Resource temporarily unavailable",
        "SYSTEM_OUT_OF_FILES|Cannot run program \"java\": error=23, Too many open files in system",
        "NOT_EXECUTABLE|Cannot run program \"/opt/java\": error=13, Permission denied",
        "NOT_EXECUTABLE|Cannot run program \"java\": error=2, No such file or directory",
        "NOT_EXECUTABLE|posix_spawn failed, error: 13 (Permission denied)",
        "REFUSED|posix_spawn failed, error: 1 (Operation not permitted)"
      })
  void keepsFirstLineOfRefusalAndKnowsLimitOfOpenFiles(Code code, String line) {
    StartException refusal = StartException.refused(new IOException(line + " \nWhy?"));
    assertThat(refusal.rejection().code()).isEqualTo(code);
    assertThat(refusal.rejection().arguments()).containsExactly(line);
  }
}
