package org.cyclecounter.selector.isolation;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.Protocol.Step;
import org.cyclecounter.selector.limits.ProviderText;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.spi.nativelib.PrivateDirectory;
import org.jspecify.annotations.Nullable;

/** One child: its reports as they come, the classes it asks for, and how it ended. */
final class ChildProcess implements AutoCloseable {

  /** A dying JVM's words on its standard output, such as {@code # SIGILL (0x4) at pc=0x...}. */
  private static final Pattern SIGNAL =
      Pattern.compile("#\\s+([A-Z][A-Z_]+) \\(0x[0-9a-f]+\\) at pc=.*");

  /** Exit statuses of processes that a signal has ended, as Java tells them: 128 and its number. */
  private static final Map<Integer, String> SIGNALS =
      Map.of(
          132, "SIGILL", 133, "SIGTRAP", 134, "SIGABRT", 136, "SIGFPE", 137, "SIGKILL", 139,
          "SIGSEGV");

  /** What a child needs that gets everything else over the pipe. */
  private static final List<Class<?>> BOOT =
      List.of(
          ChildPipe.class,
          LoaderException.class,
          PipeClassLoader.class,
          PipeClassLoader.Handler.class,
          PipeClassLoader.Connection.class);

  private static final Protocol END = new Protocol(-2, Step.FAILED, "");
  private static final int MOST_UNREAD = 1000;
  private static final int LONGEST_COMPLAINT = 200;

  private final Process process;
  private final String word = UUID.randomUUID().toString();
  private final List<ClassLoader> loaders = new ArrayList<>();
  private final List<LoaderResources> resources = new ArrayList<>();
  private final BlockingQueue<Protocol> reports = new LinkedBlockingQueue<>(MOST_UNREAD);
  private final @Nullable PrivateDirectory bootDirectory;
  private volatile String signal = "";
  private volatile String complaint = "";
  private boolean begun;

  /**
   * Starts.
   *
   * @throws IOException if no process can be started, or no thread to listen to it
   */
  ChildProcess(List<Candidate> candidates, int reads, int orderedReads) throws IOException {
    add(ChildMain.class.getClassLoader());
    bootDirectory = ChildCommand.hasThePath() ? null : PrivateDirectory.create();
    boolean started = false;
    try {
      ProcessBuilder builder =
          new ProcessBuilder(
              bootDirectory == null
                  ? ChildCommand.of(candidates)
                  : ChildCommand.overThePipe(boot(bootDirectory)));
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

  /**
   * Starts the process on a thread that stays until it has ended: Linux kills a child when the
   * thread that made it ends ({@link ParentWatch}), and a caller's may be a virtual one.
   */
  private Process start(ProcessBuilder builder, byte[] task) throws IOException {
    CompletableFuture<Process> starting = new CompletableFuture<>();
    try {
      Thread thread =
          new Thread(
              null, () -> accompany(builder, starting, task), "cyclecounter-trial", 0, false);
      thread.setDaemon(true);
      thread.start();
      return starting.join();
    } catch (CompletionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } catch (OutOfMemoryError e) {
      throw new IOException(e.getMessage(), e);
    }
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
      talk(child, task);
    } finally {
      reports.offer(END);
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

  private byte[] task(List<Candidate> candidates, int reads, int orderedReads) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream task = new DataOutputStream(bytes);
    task.writeUTF(word);
    task.writeLong(ProcessHandle.current().pid());
    task.writeInt(candidates.size());
    for (Candidate candidate : candidates) {
      Class<?> provider = candidate.provider().getClass();
      task.writeUTF(provider.getName());
      task.writeUTF(candidate.name());
      task.writeUTF(String.valueOf(loader(provider)));
      task.writeUTF(String.valueOf(reads));
      task.writeUTF(String.valueOf(orderedReads));
    }
    return bytes.toByteArray();
  }

  private int loader(Class<?> provider) {
    if (bootDirectory == null && ChildCommand.isOnThePath(provider)) {
      return Protocol.ON_THE_PATH;
    }
    ClassLoader loader = provider.getClassLoader();
    if (!loaders.contains(loader)) {
      add(loader);
    }
    return loaders.indexOf(loader);
  }

  private void add(ClassLoader loader) {
    loaders.add(loader);
    resources.add(new LoaderResources(loader));
  }

  /** A JAR with the few classes that can load all others. */
  private static Path boot(PrivateDirectory directory) throws IOException {
    ByteArrayOutputStream jar = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(jar)) {
      for (Class<?> type : BOOT) {
        String name = type.getName().replace('.', '/') + ".class";
        zip.putNextEntry(new ZipEntry(name));
        zip.write(bootClass(name));
      }
    }
    return directory.write("child.jar", jar.toByteArray());
  }

  private static byte[] bootClass(String name) throws IOException {
    String problem = "it does not give its own class";
    try {
      byte[] bytes = LoaderResources.read(ChildMain.class.getClassLoader(), name);
      if (bytes != null) {
        return bytes;
      }
    } catch (RuntimeException | Error e) {
      problem = Reasons.of(e);
    }
    throw new IOException("the selector's class loader cannot load " + name + ": " + problem);
  }

  /** The next report; empty at the end of the child or of the time. */
  Optional<Protocol> next(long limitMs) throws InterruptedException {
    Protocol report = reports.poll(limitMs, TimeUnit.MILLISECONDS);
    return report == null || report == END ? Optional.empty() : Optional.of(report);
  }

  /** Whether it is still running, a moment having been given to one that is about to end. */
  boolean hangs() throws InterruptedException {
    return !process.waitFor(200, TimeUnit.MILLISECONDS);
  }

  /** What a JVM says that cannot begin; often nothing. */
  String complaint() {
    String clean = ProviderText.clean(complaint);
    return clean.isEmpty() ? "" : " (" + clean + ")";
  }

  /** How it ended, for people. */
  String end() {
    if (!signal.isEmpty()) {
      return IsolationResult.ofSignal(signal);
    }
    int status = process.exitValue();
    String by = SIGNALS.getOrDefault(status, "");
    return "the process crashed or exited, status "
        + status
        + (by.isEmpty() ? "" : ", as by " + by);
  }

  @Override
  public void close() {
    process.destroyForcibly();
    deleteBoot();
  }

  private void deleteBoot() {
    if (bootDirectory != null) {
      bootDirectory.close();
    }
  }

  private void talk(Process child, byte[] task) {
    // Not closed here: that would end a child which has only closed its standard output.
    DataOutputStream toChild = new DataOutputStream(child.getOutputStream());
    try (InputStream in = child.getInputStream()) {
      toChild.write(task);
      toChild.flush();
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      byte[] buffer = new byte[8192];
      for (int count; (count = in.read(buffer)) >= 0; ) {
        for (int i = 0; i < count; i++) {
          if (buffer[i] == '\n') {
            take(line.toString(StandardCharsets.UTF_8), toChild);
            line.reset();
          } else if (line.size() < Protocol.LONGEST_LINE) { // a provider may print without end
            line.write(buffer[i]);
          }
        }
      }
    } catch (IOException e) {
      // The child has ended: the reports, or their absence, say how.
    }
  }

  private void take(String line, DataOutputStream toChild) throws IOException {
    Matcher matcher = SIGNAL.matcher(line);
    if (matcher.matches()) {
      signal = matcher.group(1);
    }
    Optional<Protocol> report = Protocol.parse(word, line);
    if (report.isEmpty() && !begun && complaint.length() < LONGEST_COMPLAINT) {
      complaint = (complaint + " " + line).strip();
    }
    if (report.isPresent() && !begun) {
      begun = true;
      deleteBoot(); // it is open by now: should this JVM be killed, nothing stays behind
    }
    if (report.isPresent()) {
      signal = ""; // such words before a report are not a dying JVM's: a provider prints anything
    }
    if (report.isPresent() && report.get().step() == Step.RESOURCE) {
      answer(report.get(), toChild);
    } else {
      report.ifPresent(reports::offer);
    }
  }

  /** Whatever a class loader throws is an answer, and not the end of the other counters. */
  private void answer(Protocol question, DataOutputStream toChild) throws IOException {
    byte[] resource = null;
    String problem = "";
    try {
      resource = resources.get(question.index()).find(question.text());
    } catch (Throwable e) {
      problem =
          question.text() + " cannot be loaded from the provider's class loader: " + Reasons.of(e);
    }
    if (!problem.isEmpty()) {
      toChild.writeInt(ChildPipe.LOADER_THREW);
      toChild.writeUTF(problem);
    } else if (resource == null) {
      toChild.writeInt(ChildPipe.NOT_THERE);
    } else {
      toChild.writeInt(resource.length);
      toChild.write(resource);
    }
    toChild.flush();
  }
}
