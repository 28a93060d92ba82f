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
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.selector.support.Worker;
import org.cyclecounter.spi.nativelib.PrivateDirectory;
import org.jspecify.annotations.Nullable;

/**
 * A child JVM: starts it, sends and receives frames ({@link Frame}), gives it the resources that it
 * asks for, keeps the last of what else it prints, and says how it ended. {@link ParentLink} is the
 * other end. For one thread, except that the pipe has a thread of its own. {@link #close} kills the
 * child, whatever it does.
 *
 * <p>Hazards: whatever a provider does with descriptors 1 and 2 arrives here, too. So a frame is
 * known by its random bytes, and frames and output are bounded.
 */
public class ChildJvm implements AutoCloseable {

  /** The time that a child has to end which was never ready; a crash writes nothing long. */
  private static final long MAX_DYING_MS = 200;

  /**
   * The wait for the rest of what a child has written that has ended: on a busy machine the
   * listening thread may be late. What the child has started may keep the pipe open for ever.
   */
  private static final long MAX_REST_MS = 1000;

  /** Between two looks for a child's end. */
  private static final long LOOK_MS = 5;

  /** A JVM starts in 60 ms on an idle machine; this is for one that swaps. */
  private static final long START_LIMIT_MS = 20_000;

  /** Frame that are kept; a child that sends more without being asked loses the rest. */
  static final int MAX_UNREAD = 4200;

  private final byte[] magic;
  private final Worker.Task<Process> starting;
  private final LoaderResources loaders;
  private final ChildOutput output = new ChildOutput();

  /** Of a fixed size: where the heap is full, there may be room for none more. */
  private final BlockingQueue<Frame> frames = new ArrayBlockingQueue<>(MAX_UNREAD);

  /** Open until all that the child has written has been read. */
  private final CountDownLatch rest = new CountDownLatch(1);

  /** The end of the listening thread where it had no memory, which says nothing about a counter. */
  private volatile @Nullable OutOfMemoryError outOfMemory;

  private long processorNanos;

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
    starting = new Worker.Task<>(start);
    loaders = new LoaderResources(main);
  }

  /** Starts a child and waits until it is ready. */
  public static ChildJvm start(JavaCommand command) throws StartException, InterruptedException {
    // Deleted when it is ready, and has it open: nothing stays behind should this JVM be killed.
    try (PrivateDirectory boot = command.sharesPaths() ? null : PrivateDirectory.create()) {
      ControlGroup.ofThisProcess().requireRoom();
      ProcessHandle unusedOwn = ProcessHandle.current(); // refused here, or not at all
      byte[] magic = Frame.magic();
      Path jar = boot == null ? null : BootJar.write(boot);
      ProcessBuilder builder = command.builder(jar, HexFormat.of().formatHex(magic));
      ChildJvm child = new ChildJvm(magic, builder::start, command.main().getClassLoader());
      child.start();
      child.awaitReady();
      return child;
    } catch (StartException e) {
      throw e;
    } catch (IOException | SecurityException e) {
      Code code = e instanceof IOException ? Code.NO_PROCESS : Code.FORBIDDEN;
      throw new StartException(e, code, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Starts the process on a thread that stays until it has ended: Linux kills a child when the
   * thread that made it ends ({@link ProcessGroup}), and a caller's may be a virtual one.
   */
  void start() throws IOException {
    try {
      new SelectionThread(this::live, "cyclecounter-probe", false).start();
    } catch (OutOfMemoryError e) { // no thread to be had
      throw new IOException(e.getMessage(), e);
    }
    Throwable thrown = starting.join().thrown();
    if (thrown instanceof SecurityException refusal) {
      throw refusal;
    }
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
    // The first to go where memory runs out, not the program; proc(5).
    try (OutputStream score = new FileOutputStream("/proc/" + child.pid() + "/oom_score_adj")) {
      score.write("1000".getBytes(StandardCharsets.UTF_8));
    } catch (IOException | RuntimeException e) {
      // Another system; a read-only /proc; a security manager. It is as likely to go as before.
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
        LockSupport.parkNanos(LOOK_MS * 1_000_000);
      }
    }
  }

  /** Waits until it is ready; kills it if it never is. */
  private void awaitReady() throws StartException, InterruptedException {
    boolean isReady = false;
    try {
      isReady = next(START_LIMIT_MS).isPresent();
      if (!isReady) {
        String how = end(MAX_DYING_MS).map(End::how).orElse("it did not begin in time");
        String said = ProviderText.shorten(lastOutput().strip());
        String words = said.isEmpty() ? "" : " (" + said + ")";
        throw new StartException(null, Code.CHILD_FAILED, how + words);
      }
    } finally {
      if (!isReady) {
        close();
      }
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

  /** Within a time limit: a stopped child reads nothing. One that has ended shows at next. */
  public void send(Frame frame) {
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
      frame = frames.poll(isAlive ? LOOK_MS : 0, TimeUnit.MILLISECONDS);
      OutOfMemoryError e = outOfMemory;
      if (e != null) {
        throw e;
      }
    } while (frame == null && isAlive && System.nanoTime() < endNs);
    return Optional.ofNullable(frame);
  }

  /** Says how it ended; empty while it runs. */
  public Optional<End> end(long waitMs) throws InterruptedException {
    if (!process().waitFor(waitMs, TimeUnit.MILLISECONDS)) {
      return Optional.empty();
    }
    boolean unusedIsRead = rest.await(MAX_REST_MS, TimeUnit.MILLISECONDS);
    int status = process().exitValue();
    String signal = status == 0 ? "" : ChildOutput.signal(lastOutput());
    return Optional.of(new End(status, Signals.ofEnd(status, signal)));
  }

  /** Returns the last of its output that is no frame. */
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
    if (child.isAlive()) { // else nothing is below it any more
      child.descendants().forEach(ProcessHandle::destroyForcibly);
    }
    ProcessGroup.kill(child);
  }
}
