// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.limits.SelectionThread;
import org.cyclecounter.selector.limits.TaskResult;
import org.cyclecounter.selector.limits.Worker;
import org.cyclecounter.selector.report.ChildReasons;
import org.cyclecounter.spi.nativelib.PrivateDirectory;
import org.jspecify.annotations.Nullable;

/**
 * A child JVM: starts it, gives it its tasks, and says how it ended. For one thread, except that
 * the pipe has a thread of its own. {@link #close} kills the child, whatever it does.
 */
final class ChildProcess implements AutoCloseable {

  /** The time that a child has to end once it has closed its pipe; a crash writes nothing long. */
  private static final long MAX_DYING_MS = 200;

  /**
   * The memory of its own that a child with a full heap uses, in MB; what it maps of the JDK's
   * files this process has mapped, too. Measured: docs/evidence/isolation.md.
   */
  private static final int NEEDED_MB = 64;

  private static final int MB = 1 << 20;

  /** A JVM starts in 60 ms on an idle machine; this is for one that swaps. */
  private static final long START_LIMIT_MS = 20_000;

  /** The first to go where memory runs out, proc(5). */
  private static final byte[] LEAST_WORTH = {'1', '0', '0', '0'};

  /** Unlike any other child's; marks its reports, and the environment of what it starts. */
  private final String mark = random();

  /** Null for a child that has the selector on its path. */
  private final @Nullable PrivateDirectory boot;

  private final ChildConnection connection = new ChildConnection(mark);
  private final Process process;

  /** Unlike any other, but no secret from a provider: SecureRandom costs 30 ms, cold start 6. */
  private static String random() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  /**
   * Starts a child; throws if no process can be started, or no thread to listen to it.
   *
   * @param requests those that it may be sent
   */
  ChildProcess(List<ChildRequest> requests, int limitSeconds) throws IOException {
    if (!ChildCommand.hasJava()) {
      throw new IOException(ChildReasons.NO_JAVA);
    }
    ControlGroup group = ControlGroup.ofThisProcess();
    if (group.room() < (long) NEEDED_MB * MB) {
      throw new IOException(ChildReasons.noRoom(group.room() / MB, group.limit() / MB, NEEDED_MB));
    }
    boot = ChildCommand.sharesClassPath() ? null : PrivateDirectory.create();
    try {
      List<String> command =
          boot == null ? ChildCommand.of(requests) : ChildCommand.overThePipe(BootJar.write(boot));
      command.add(mark);
      command.add(Long.toString(ProcessHandle.current().pid()));
      command.add(Integer.toString(limitSeconds));
      ProcessBuilder builder = new ProcessBuilder(command);
      ChildCommand.clean(builder.environment());
      builder.environment().put(ChildSession.MARK, mark);
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
      process = start(builder);
    } catch (IOException | RuntimeException | Error e) {
      deleteBoot();
      throw e;
    }
  }

  /** Waits until the child is ready for {@link #send}; throws if it never is. */
  void awaitReady() throws IOException, InterruptedException {
    if (next(START_LIMIT_MS).isEmpty()) {
      String end = hangs() ? ChildReasons.NOT_BEGUN : end();
      throw new IOException(ChildReasons.notReady(end, connection.complaint()));
    }
    deleteBoot(); // the child has it open: should this JVM be killed, nothing stays behind
  }

  /** Sends a request to a child that has met all others. */
  void send(ChildRequest request) {
    ProviderHandle provider = request.provider;
    Class<?> type = provider.loaded(); // null for a bundle's, which is on no path
    boolean onThePath = boot == null && type != null && ChildCommand.isOnThePath(type);
    int loader = onThePath ? ChildTask.ON_THE_PATH : connection.number(provider.loader());
    connection.send(new ChildTask(provider.type(), request.counter, loader));
  }

  /**
   * Starts the process on a thread that stays until it has ended: Linux kills a child when the
   * thread that made it ends ({@link ParentWatch}), and a caller's may be a virtual one.
   */
  private Process start(ProcessBuilder builder) throws IOException {
    Worker.Task<Process> starting = new Worker.Task<>(builder::start);
    Thread thread = new SelectionThread(() -> accompany(starting), "cyclecounter-probe", false);
    try {
      thread.start();
    } catch (OutOfMemoryError e) { // no thread to be had
      throw new IOException(e.getMessage(), e);
    }
    TaskResult<Process> started = starting.join();
    Process child = started.value();
    if (child == null) {
      throw notStarted(started.thrown());
    }
    return child;
  }

  /** Explains a failed start: Java's message does not say that the launcher is missing. */
  private static IOException notStarted(@Nullable Throwable cause) {
    if (cause instanceof SecurityException refusal) {
      throw refusal;
    }
    String problem = cause == null ? "" : cause.getMessage();
    if (cause instanceof IOException) {
      Path java = ChildCommand.java();
      problem =
          Files.exists(java)
              ? ChildReasons.refused(problem)
              : ChildReasons.noLauncher(java.toString());
    }
    return new IOException(problem, cause);
  }

  /** Starts the child, listens to it, and stays until it has ended; on a thread of its own. */
  private void accompany(Worker.Task<Process> starting) {
    starting.run();
    Process child = starting.value();
    if (child == null) {
      return;
    }
    beFirstToGo(child);
    try {
      connection.listen(child);
    } finally {
      waitFor(child);
    }
  }

  /** Not {@link Process#onExit}: it may start the common pool, whose thread outlives selections. */
  private static void waitFor(Process child) {
    try {
      child.waitFor();
    } catch (InterruptedException e) {
      waitFor(child); // this thread is never interrupted on purpose
    }
  }

  /** Makes the kernel kill the child first, not the program, if memory runs out; on Linux. */
  private static void beFirstToGo(Process child) {
    try (OutputStream out = new FileOutputStream("/proc/" + child.pid() + "/oom_score_adj")) {
      out.write(LEAST_WORTH);
    } catch (IOException | RuntimeException e) {
      // Another system; a read-only /proc; a security manager. It is as likely to go as before.
    }
  }

  /**
   * Waits for the next report; empty at the end of the child or of the time. A silent child may
   * hang, may be dying, or may have closed its pipe and go on: its end, not the pipe's, decides.
   */
  Optional<Protocol> next(long limitMs) throws InterruptedException {
    long endNs = System.nanoTime() + limitMs * 1_000_000;
    Optional<Protocol> report = connection.next(limitMs);
    while (report.isEmpty() && hangs() && System.nanoTime() < endNs) {
      continue; // it has closed the pipe, and may be about to end
    }
    // Meanwhile: its own limit for a native probe is the same.
    return report.isPresent() ? report : connection.next(0);
  }

  /** Returns the method that the child has called since its last report; empty for none. */
  String lastCall() {
    return connection.lastCall();
  }

  /** Returns true if it is still running, after a moment for one that is about to end. */
  boolean hangs() throws InterruptedException {
    return !process.waitFor(MAX_DYING_MS, TimeUnit.MILLISECONDS);
  }

  /** Describes how it ended, once it has. */
  String end() {
    return ChildReasons.end(connection.signal(), process.exitValue());
  }

  @Override
  public void close() {
    try {
      ChildSession.endBelow(process.toHandle());
      process.destroyForcibly();
      ChildSession.endRest(process.pid(), mark);
    } catch (SecurityException e) {
      process.destroyForcibly(); // which is always allowed
    }
    deleteBoot();
  }

  private void deleteBoot() {
    if (boot != null) {
      boot.close();
    }
  }
}
