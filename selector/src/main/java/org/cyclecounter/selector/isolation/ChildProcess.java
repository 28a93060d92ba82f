package org.cyclecounter.selector.isolation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.selector.discovery.Candidate;

/** One child: its reports as they come, and how it ended. */
final class ChildProcess implements AutoCloseable {

  /** A dying JVM's words on its standard output, such as {@code # SIGILL (0x4) at pc=0x...}. */
  private static final Pattern SIGNAL =
      Pattern.compile("#\\s+([A-Z][A-Z_]+) \\(0x[0-9a-f]+\\) at pc=.*");

  private static final Protocol END = new Protocol(-2, Protocol.Step.FAILED, "");
  private static final int MOST_UNREAD = 1000;

  private final Process process;
  private final String word = UUID.randomUUID().toString();
  private final BlockingQueue<Protocol> reports = new LinkedBlockingQueue<>(MOST_UNREAD);
  private volatile String signal = "";

  ChildProcess(List<Candidate> candidates) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(ChildCommand.of(candidates));
    ChildCommand.clean(builder.environment());
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    process = builder.start();
    Thread reader = new Thread(this::readReports, "cyclecounter-trial");
    reader.setDaemon(true);
    reader.start();
    StringBuilder list = new StringBuilder(word).append('\n');
    for (Candidate candidate : candidates) {
      list.append(candidate.provider().getClass().getName())
          .append('\t')
          .append(candidate.name())
          .append('\n');
    }
    try (OutputStream in = process.getOutputStream()) {
      in.write(list.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // The child has ended already: the reports, or their absence, say how.
    }
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

  /** How it ended, for people. */
  String end() {
    return signal.isEmpty()
        ? "the process crashed or exited, status " + process.exitValue()
        : Outcome.ofSignal(signal);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private void readReports() {
    try (InputStream in = process.getInputStream()) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      byte[] buffer = new byte[8192];
      for (int count; (count = in.read(buffer)) >= 0; ) {
        for (int i = 0; i < count; i++) {
          if (buffer[i] == '\n') {
            take(line.toString(StandardCharsets.UTF_8));
            line.reset();
          } else if (line.size() < Protocol.LONGEST_LINE) { // a provider may print without end
            line.write(buffer[i]);
          }
        }
      }
    } catch (IOException e) {
      // Killed: the same as the end.
    }
    reports.offer(END);
  }

  private void take(String line) {
    Matcher matcher = SIGNAL.matcher(line);
    if (matcher.matches()) {
      signal = matcher.group(1);
    }
    Protocol.parse(word, line).ifPresent(reports::offer);
  }
}
