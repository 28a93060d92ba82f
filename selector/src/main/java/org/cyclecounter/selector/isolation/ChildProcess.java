// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.isolation.Protocol.Step;
import org.cyclecounter.selector.limits.ProviderText;
import org.cyclecounter.selector.limits.SelectionThread;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.limits.Worker;
import org.cyclecounter.selector.report.ChildReasons;
import org.cyclecounter.spi.nativelib.PrivateDirectory;
import org.jspecify.annotations.Nullable;

/**
 * A child JVM: starts it, gives it its tasks and the resources that it asks for ({@link Protocol}),
 * keeps its reports and what a dying JVM prints, and says how it ended. {@link ParentConnection} is
 * the other end. For one thread, except that the pipe has a thread of its own. {@link #close} kills
 * the child, whatever it does.
 *
 * <p>Hazards: whatever a provider does with descriptor 1 arrives here, too. So a line is believed
 * only with the random word, lines and reports are bounded, and text is cleaned before it is kept.
 */
final class ChildProcess implements Runnable, AutoCloseable {

  /** The time that a child has to end once it has closed its pipe; a crash writes nothing long. */
  private static final long MAX_DYING_MS = 200;

  /**
   * The wait for the rest of what a child has written that has ended: on a busy machine the
   * listening thread may be late. What the child has started may keep the pipe open for ever.
   */
  private static final long MAX_REST_MS = 1000;

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

  /**
   * A line that a dying JVM prints to its standard output, such as {@code # SIGILL (0x4) at
   * pc=0x...}.
   */
  private static final String SIGNAL = "#\\s+([A-Z][A-Z_]+) \\(0x[0-9a-f]+\\) at pc=.*";

  /** Reports that are kept; a provider that writes more to the pipe loses the rest. */
  private static final int MAX_UNREAD = 4200;

  /** In characters, beyond which no further line is added. */
  private static final int MAX_COMPLAINT = 200;

  /** Unlike any other child's; begins its reports, and marks the environment of what it starts. */
  private final String word;

  private final Worker.Task<Process> starting;

  private final LoaderResources loaders = new LoaderResources(ChildMain.class.getClassLoader());

  /**
   * Reports, and an empty one for their end. Of a fixed size: a full heap must not keep the end
   * from those who wait for it.
   */
  private final BlockingQueue<Optional<Protocol>> reports = new ArrayBlockingQueue<>(MAX_UNREAD);

  /** Open until all that the child has written has been read. */
  private final CountDownLatch rest = new CountDownLatch(1);

  /** The end of the listening thread where it had no memory, which says nothing about a counter. */
  private volatile @Nullable OutOfMemoryError outOfMemory;

  /** The signal that a dying JVM named; often empty. */
  volatile String signal = "";

  private volatile String lastCall = "";
  private volatile String complaint = "";

  /**
   * Prepares a child.
   *
   * @param start starts the process
   */
  ChildProcess(String word, Callable<Process> start) {
    this.word = word;
    starting = new Worker.Task<>(start);
  }

  /**
   * Starts a child and waits until it is ready for {@link #send}; throws, with the reason as the
   * message, if none can be had.
   *
   * @param requests those that it may be sent
   */
  static ChildProcess start(List<ChildRequest> requests, int limitSeconds)
      throws IOException, InterruptedException {
    String problem;
    // Deleted when it is ready, and has it open: nothing stays behind should this JVM be killed.
    try (PrivateDirectory boot =
        ChildCommand.sharesClassPath() ? null : PrivateDirectory.create()) {
      ControlGroup group = ControlGroup.ofThisProcess();
      if (group.room() < (long) NEEDED_MB * MB) {
        throw new IOException(
            ChildReasons.noRoom(group.room() / MB, group.limit() / MB, NEEDED_MB));
      }
      List<String> command =
          boot == null ? ChildCommand.of(requests) : ChildCommand.overThePipe(BootJar.write(boot));
      String word = random();
      command.add(word);
      command.add(Long.toString(ProcessHandle.current().pid()));
      command.add(Integer.toString(limitSeconds));
      ProcessBuilder builder = new ProcessBuilder(command);
      ChildCommand.clean(builder.environment());
      builder.environment().put(ChildSession.MARK, word);
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
      ChildProcess child = new ChildProcess(word, builder::start);
      child.start();
      problem = child.awaitReady();
      if (problem.isEmpty()) {
        return child;
      }
    } catch (IOException e) {
      throw new IOException(ChildReasons.NO_PROCESS + e.getMessage(), e);
    } catch (SecurityException e) {
      throw new IOException(ChildReasons.forbidden(e), e);
    }
    throw new IOException(problem);
  }

  /** Unlike any other, but no secret from a provider: SecureRandom costs 30 ms, cold start 6. */
  private static String random() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  /**
   * Starts the process on a thread that stays until it has ended: Linux kills a child when the
   * thread that made it ends ({@link ParentWatch}), and a caller's may be a virtual one.
   */
  void start() throws IOException {
    try {
      new SelectionThread(this, "cyclecounter-probe", false).start();
    } catch (OutOfMemoryError e) { // no thread to be had
      throw new IOException(e.getMessage(), e);
    }
    Throwable thrown = starting.join().thrown();
    if (thrown instanceof SecurityException refusal) {
      throw refusal;
    }
    if (thrown != null) {
      String problem = thrown.getMessage();
      boolean isRefused = thrown instanceof IOException;
      throw new IOException(isRefused ? ChildReasons.refused(problem) : problem, thrown);
    }
  }

  /** Starts the child, listens to it, and stays until it has ended; on a thread of its own. */
  @Override
  public void run() {
    starting.run();
    Process child = starting.value();
    if (child == null) {
      return;
    }
    beFirstToGo(child);
    try {
      listen(child);
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

  /** Waits until it is ready; ends it, and returns the reason, if it never is. */
  private String awaitReady() throws InterruptedException {
    boolean isReady = false;
    try {
      isReady = next(START_LIMIT_MS).isPresent();
      String end = isReady ? "" : end();
      return isReady
          ? ""
          : ChildReasons.notReady(end.isEmpty() ? ChildReasons.NOT_BEGUN : end, complaint());
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

  /**
   * Sends a request to a child that has met all others, within a time limit: a child that has been
   * stopped reads nothing. It has ended if it cannot be sent, which its next report, or the lack of
   * one, shows.
   */
  void send(ChildRequest request) {
    ProviderHandle provider = request.provider;
    int loader = loaders.number(provider.loader());
    ChildTask task = new ChildTask(provider.type(), request.counter, loader);
    OutputStream toChild = process().getOutputStream();
    TimeLimit.run(
        () -> {
          synchronized (toChild) {
            DataOutputStream out = new DataOutputStream(toChild);
            out.writeInt(ParentConnection.TASK);
            task.write(out);
            out.flush();
          }
          return true;
        });
  }

  /**
   * Waits for the next report; empty at the end of the child or of the time. A silent child may
   * hang, may be dying, or may have closed its pipe and go on: its end, not the pipe's, decides.
   */
  Optional<Protocol> next(long limitMs) throws InterruptedException {
    long endNs = System.nanoTime() + limitMs * 1_000_000;
    Optional<Protocol> report = poll(limitMs);
    while (report.isEmpty() && hangs() && System.nanoTime() < endNs) {
      continue; // it has closed the pipe, and may be about to end
    }
    // Meanwhile: its own limit for a native probe is the same.
    return report.isPresent() ? report : poll(0);
  }

  private Optional<Protocol> poll(long limitMs) throws InterruptedException {
    Optional<Protocol> report = reports.poll(limitMs, TimeUnit.MILLISECONDS);
    OutOfMemoryError e = outOfMemory;
    if (e != null) {
      throw e;
    }
    return report == null ? Optional.empty() : report;
  }

  /** Returns the method that the child has called since its last report; empty for none. */
  String lastCall() {
    return lastCall;
  }

  /** Returns false once it has ended and its last reports, or a dying JVM's words, are read. */
  private boolean hangs() throws InterruptedException {
    boolean hasEnded = process().waitFor(MAX_DYING_MS, TimeUnit.MILLISECONDS);
    boolean unusedIsRead = hasEnded && rest.await(MAX_REST_MS, TimeUnit.MILLISECONDS);
    return !hasEnded;
  }

  /**
   * Describes how it ended; empty if it is still running, after a moment for one that is about to
   * end.
   */
  String end() throws InterruptedException {
    return hangs() ? "" : ChildReasons.end(signal, process().exitValue());
  }

  /** Returns the first output; of a JVM that is not ready, such as a complaint about an option. */
  String complaint() {
    return ProviderText.clean(complaint);
  }

  @Override
  public void close() {
    Process child = process();
    try {
      ChildSession.endBelow(child.toHandle());
      child.destroyForcibly();
      ChildSession.endRest(child.pid(), word);
    } catch (SecurityException e) {
      child.destroyForcibly(); // which is always allowed
    }
  }

  /** Listens until the child ends. */
  private void listen(Process child) {
    // Not closed here: that would end a child which has only closed its standard output.
    OutputStream toChild = child.getOutputStream();
    try (InputStream in = child.getInputStream()) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      byte[] buffer = new byte[8192];
      for (int count; (count = in.read(buffer)) >= 0; ) {
        for (int i = 0; i < count; i++) {
          if (buffer[i] == '\n') {
            take(line.toString(StandardCharsets.UTF_8), toChild);
            line.reset();
          } else if (line.size() < Protocol.MAX_LINE) { // a provider may print without end
            line.write(buffer[i]);
          }
        }
      }
    } catch (IOException e) {
      // The child has ended: the reports, or their absence, say how.
    } catch (OutOfMemoryError e) {
      outOfMemory = e;
    } finally {
      while (!reports.offer(Optional.empty())) {
        reports.poll(); // a child that floods its pipe: nobody waits for its end in vain
      }
      rest.countDown();
    }
  }

  private void take(String line, OutputStream toChild) throws IOException {
    Optional<Protocol> parsed = Protocol.parse(word, line);
    if (parsed.isEmpty()) {
      takeOther(line);
      return;
    }
    signal = ""; // a dying JVM reports no more: a provider had printed that line
    Protocol report = parsed.get();
    if (report.step() == Step.RESOURCE) {
      synchronized (toChild) {
        loaders.answer(report.text(), new DataOutputStream(toChild));
      }
    } else if (report.step() == Step.CALLING) {
      lastCall = report.text(); // not kept: there are thousands, and only the last one matters
    } else {
      lastCall = "";
      reports.offer(parsed);
    }
  }

  /** Keeps what the JVM itself prints first, such as a complaint, and its last words. */
  private void takeOther(String line) {
    if (line.startsWith("#")) { // a regular expression only now: cold start 4
      Matcher matcher = Pattern.compile(SIGNAL).matcher(line);
      signal = matcher.matches() ? matcher.group(1) : signal;
    }
    if (complaint.length() < MAX_COMPLAINT) {
      complaint = (complaint + " " + line).strip();
    }
  }
}
