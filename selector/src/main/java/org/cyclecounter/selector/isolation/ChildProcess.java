// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.report.ChildReasons;
import org.jspecify.annotations.Nullable;

/** One child: how it is started, what it is given to do, and how it ended. */
final class ChildProcess implements AutoCloseable {

  private static final long MAX_DYING_MS = 200;

  private final String word = UUID.randomUUID().toString();
  private final LoaderTable loaders = new LoaderTable();
  private final @Nullable BootFolder boot;
  private final ChildTalk talk;
  private final Process process;

  /** Starts; throws if no process can be started, or no thread to listen to it. */
  ChildProcess(List<Candidate> candidates, int reads, int orderedReads) throws IOException {
    if (!ChildCommand.hasJava()) {
      throw new IOException(ChildReasons.NO_JAVA);
    }
    boot = ChildCommand.sharesClassPath() ? null : new BootFolder();
    boolean started = false;
    try {
      // It is open by then: should this JVM be killed, nothing stays behind.
      talk = new ChildTalk(word, loaders, this::deleteBoot);
      ProcessBuilder builder =
          new ProcessBuilder(
              boot == null
                  ? ChildCommand.of(candidates)
                  : ChildCommand.overThePipe(boot.writeJar()));
      ChildCommand.clean(builder.environment());
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
      process = start(builder, task(candidates, reads, orderedReads));
      started = true;
    } finally {
      if (!started) {
        deleteBoot();
      }
    }
  }

  private byte[] task(List<Candidate> candidates, int reads, int orderedReads) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream task = new DataOutputStream(bytes);
    task.writeUTF(word);
    task.writeLong(ProcessHandle.current().pid());
    task.writeInt(candidates.size());
    for (Candidate candidate : candidates) {
      Class<?> provider = candidate.provider().getClass();
      boolean onThePath = boot == null && ChildCommand.isOnThePath(provider);
      int loader = onThePath ? Protocol.ON_THE_PATH : loaders.number(provider.getClassLoader());
      task.writeUTF(provider.getName());
      task.writeUTF(candidate.name());
      task.writeUTF(String.valueOf(loader));
      task.writeUTF(String.valueOf(reads));
      task.writeUTF(String.valueOf(orderedReads));
    }
    return bytes.toByteArray();
  }

  /**
   * Starts the process on a thread that stays until it has ended: Linux kills a child when the
   * thread that made it ends ({@link ParentWatch}), and a caller's may be a virtual one.
   */
  private Process start(ProcessBuilder builder, byte[] task) throws IOException {
    CompletableFuture<Process> starting = new CompletableFuture<>();
    try {
      Thread thread =
          new Thread(
              null, () -> accompany(builder, starting, task), "cyclecounter-probe", 0, false);
      thread.setDaemon(true);
      thread.start();
      return starting.join();
    } catch (CompletionException e) {
      Throwable cause = e.getCause();
      throw notStarted(cause == null ? e : cause);
    } catch (OutOfMemoryError e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static IOException notStarted(Throwable cause) {
    if (cause instanceof SecurityException refusal) {
      throw refusal;
    }
    String problem = cause.getMessage();
    if (cause instanceof IOException) {
      Path java = ChildCommand.java();
      problem =
          Files.exists(java)
              ? ChildReasons.refused(problem)
              : ChildReasons.noLauncher(java.toString());
    }
    return new IOException(problem, cause);
  }

  private void accompany(ProcessBuilder builder, CompletableFuture<Process> starting, byte[] task) {
    Process child;
    try {
      child = builder.start();
    } catch (IOException | RuntimeException | Error e) { // such as no thread to wait for it
      starting.completeExceptionally(e);
      return;
    }
    starting.complete(child);
    try {
      talk.listen(child, task);
    } finally {
      waitFor(child);
    }
  }

  private static void waitFor(Process child) {
    while (true) {
      try {
        child.waitFor();
        return;
      } catch (InterruptedException e) {
        continue; // nobody's to interrupt
      }
    }
  }

  /** The next report; empty at the end of the child or of the time. */
  Optional<Protocol> next(long limitMs) throws InterruptedException {
    return talk.next(limitMs);
  }

  /** Whether it is still running, a moment having been given to one that is about to end. */
  boolean hangs() throws InterruptedException {
    return !process.waitFor(MAX_DYING_MS, TimeUnit.MILLISECONDS);
  }

  /** What a JVM says that cannot begin; often empty. */
  String complaint() {
    return talk.complaint();
  }

  String end() {
    return ChildReasons.end(talk.signal(), process.exitValue());
  }

  @Override
  public void close() {
    process.destroyForcibly();
    deleteBoot();
  }

  private void deleteBoot() {
    if (boot != null) {
      boot.close();
    }
  }
}
