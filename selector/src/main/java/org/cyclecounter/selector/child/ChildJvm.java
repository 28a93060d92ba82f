// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import java.io.DataInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.cyclecounter.selector.natives.ProcessGroup;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Signals;
import org.cyclecounter.selector.support.ProviderText;
import org.cyclecounter.selector.support.SelectionThread;
import org.cyclecounter.selector.support.Task;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.nativelib.PrivateDirectory;
import org.jspecify.annotations.Nullable;

/**
 * A child JVM: starts it, sends and receives frames ({@link Frame}), answers its requests for
 * resources, keeps the end of its other output, and says how it ended. {@link ParentLink} is the
 * other end. For one thread, except that the pipe has a thread of its own. {@link #close} kills the
 * child, whatever it does.
 *
 * <p>Hazard: all that a provider writes to descriptors 1 and 2 arrives here, too. So random bytes
 * mark a frame, and frames and output are bounded.
 */
public class ChildJvm implements AutoCloseable {

  /** The time in which a child that was never ready may still end; a crash prints little. */
  private static final long MAX_DYING_MS = 200;

  /**
   * The wait for the last output of a child that has ended: on a busy machine the listening thread
   * may be late. Bounded, because a process that the child started may keep the pipe open for ever.
   */
  private static final long MAX_REST_MS = 1000;

  /** The interval at which a child's end is polled. */
  private static final long POLL_MS = 5;

  /** A JVM starts in 60 ms on an idle machine; a machine that swaps may need seconds. */
  private static final long START_LIMIT_MS = 20_000;

  /** The number of unread frames that are kept; a child that floods its parent loses the rest. */
  static final int MAX_UNREAD = 4200;

  private final byte[] magic;
  private final Task<Process> starting;
  private final LoaderResources loaders;
  private final ChildOutput output = new ChildOutput();

  /** Allocated at the beginning: a full heap has no room to let it grow. */
  private final BlockingQueue<Frame> frames = new ArrayBlockingQueue<>(MAX_UNREAD);

  /** Reaches zero once the child's whole output has been read. */
  private final CountDownLatch rest = new CountDownLatch(1);

  /** The error that ended the listening thread; it says nothing about a counter. */
  private volatile @Nullable OutOfMemoryError outOfMemory;

  private long processorNanos;

  /** True once the child was told to end. */
  private boolean isEnding;

  /**
   * The end of a child.
   *
   * @param status as of {@link Process#exitValue()}
   * @param how in words, with what the dying JVM or its C library said
   */
  public record End(int status, String how) {}

  /** Prepares a child, whose program has the class loader {@code main} here. */
  protected ChildJvm(byte[] magic, Callable<Process> start, ClassLoader main) {
    this.magic = magic;
    starting = new Task<>(start);
    loaders = new LoaderResources(main);
  }

  /** Starts a child and waits until it is ready. */
  public static ChildJvm start(JavaCommand command) throws StartException, InterruptedException {
    // Deleted when it is ready, and has it open: nothing stays behind should this JVM be killed.
    try (PrivateDirectory boot = command.sharesPaths() ? null : PrivateDirectory.create()) {
      ControlGroup.ofThisProcess().requireMemory();
      ProcessHandle unusedOwn = ProcessHandle.current(); // a security manager refuses it here
      byte[] magic = Frame.magic();
      Path jar = boot == null ? null : BootJar.write(boot);
      ProcessBuilder builder = command.builder(jar, HexFormat.of().formatHex(magic));
      ChildJvm child = new ChildJvm(magic, builder::start, command.main().getClassLoader());
      child.start();
      child.awaitReady();
      child.send(JavaCommand.properties()); // before any task, so before a provider is loaded
      return child;
    } catch (StartException e) {
      throw e;
    } catch (IOException | SecurityException e) {
      throw new StartException(e, Code.NO_PROCESS, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Starts the process on a thread that stays until it has ended: Linux kills a child when the
   * thread that started it ends ({@link ProcessGroup}), and the calling thread may be a virtual
   * one.
   */
  void start() throws IOException {
    try {
      new SelectionThread("cyclecounter-probe", this::live, false).start();
    } catch (OutOfMemoryError e) { // thread limit reached, not a full heap
      throw new IOException(e.getMessage(), e);
    }
    Throwable thrown = starting.join().thrown();
    if (thrown != null) {
      throw StartException.refused(thrown);
    }
  }

  /**
   * Starts the child, listens to it until it ends or closes its pipe, and stays until it has ended;
   * on a thread of its own.
   */
  private void live() {
    starting.run();
    Process child = starting.value();
    if (child == null) {
      return;
    }
    // When memory runs out, the kernel kills the child before the program; proc(5).
    try (OutputStream score = new FileOutputStream("/proc/" + child.pid() + "/oom_score_adj")) {
      score.write("1000".getBytes(StandardCharsets.UTF_8)); // no Files: cold start 10
    } catch (IOException | RuntimeException e) {
      // Another system; a read-only /proc; a security manager. The kernel chooses as before.
    }
    try (DataInputStream in = new DataInputStream(child.getInputStream())) {
      while (true) {
        Frame frame = Frame.read(in, magic, Frame.MAX_PAYLOAD, output);
        if (frame.type() == Frame.ASK) {
          write(loaders.answer(frame));
        } else {
          boolean unusedIsKept = frames.offer(frame);
        }
      }
    } catch (IOException | RuntimeException e) {
      // The child has ended: the frames, or their absence, say how.
    } catch (OutOfMemoryError e) {
      outOfMemory = e;
    } finally {
      rest.countDown();
      while (child.isAlive()) { // not onExit, which may start the common pool, nor interruptible
        LockSupport.parkNanos(POLL_MS * 1_000_000);
      }
    }
  }

  /** Waits until it is ready; kills it if it never is. */
  private void awaitReady() throws StartException, InterruptedException {
    try {
      if (next(START_LIMIT_MS).isEmpty()) {
        String how = end(MAX_DYING_MS).map(End::how).orElse("it did not begin in time");
        String said = ProviderText.shorten(lastOutput().strip());
        how += said.isEmpty() ? "" : " (" + said + ")";
        throw new StartException(null, Code.CHILD_FAILED, how);
      }
    } catch (StartException | InterruptedException | OutOfMemoryError e) {
      close();
      throw e;
    }
  }

  /** Returns the process, which must have been started. */
  private Process process() {
    return Objects.requireNonNull(starting.value());
  }

  /** Returns the number by which the child asks for a class loader's classes. */
  public int number(ClassLoader loader) {
    return loaders.number(loader);
  }

  /**
   * Sends within a time limit, because a stopped child reads nothing. Says nothing of one that has
   * ended: {@link #next} does.
   */
  public void send(Frame frame) {
    isEnding |= frame.type() == Frame.END;
    TimeLimit.run(() -> write(frame));
  }

  private boolean write(Frame frame) throws IOException {
    OutputStream toChild = process().getOutputStream();
    synchronized (toChild) {
      toChild.write(Frame.encode(Frame.NO_MAGIC, frame));
      toChild.flush();
    }
    return true;
  }

  /**
   * Waits for the next frame; empty if the child has ended, or the time is up. A child that closes
   * its pipe may go on: its end, not the pipe's, decides.
   */
  public Optional<Frame> next(long limitMs) throws InterruptedException {
    long endNs = System.nanoTime() + limitMs * 1_000_000;
    Frame frame;
    boolean isAlive;
    do {
      isAlive = process().isAlive();
      boolean unusedIsRead =
          isAlive || !frames.isEmpty() || rest.await(MAX_REST_MS, TimeUnit.MILLISECONDS);
      frame = frames.poll(isAlive ? POLL_MS : 0, TimeUnit.MILLISECONDS);
      OutOfMemoryError e = outOfMemory;
      if (e != null) {
        throw e;
      }
    } while (frame == null && isAlive && System.nanoTime() < endNs);
    return Optional.ofNullable(frame);
  }

  /** Returns how it ended; empty while it runs. */
  public Optional<End> end(long waitMs) throws InterruptedException {
    if (!process().waitFor(waitMs, TimeUnit.MILLISECONDS)) {
      return Optional.empty();
    }
    boolean unusedIsRead = rest.await(MAX_REST_MS, TimeUnit.MILLISECONDS);
    int status = process().exitValue();
    String signal = status == 0 ? "" : ChildOutput.signal(lastOutput());
    return Optional.of(new End(status, Signals.ofEnd(status, signal)));
  }

  /** Returns the end of its output, without frames. */
  public String lastOutput() {
    return output.toString(StandardCharsets.UTF_8);
  }

  /** Returns its processor time so far; the last sample once it has ended. */
  public long processorNanos() {
    Duration time = process().info().totalCpuDuration().orElse(Duration.ZERO);
    processorNanos = Math.max(processorNanos, time.toNanos());
    return processorNanos;
  }

  /** Kills it and what it has started. */
  @Override
  public void close() {
    Process child = process();
    if (child.isAlive()) { // else it has no descendants any more
      child.descendants().forEach(ProcessHandle::destroyForcibly);
    } else if (!isEnding) {
      Orphans.end(HexFormat.of().formatHex(magic));
    }
    ProcessGroup.kill(child);
  }
}
