// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.selector.isolation.Protocol.Step;
import org.cyclecounter.selector.limits.ProviderText;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.report.ChildReasons;
import org.jspecify.annotations.Nullable;

/**
 * The parent's connection to a child JVM ({@link Protocol}): gives the child its task and the
 * resources that it asks for, and keeps its reports and what a dying JVM prints. {@link
 * ParentConnection} is the other end. One thread listens, another takes the reports.
 *
 * <p>Hazards: whatever a provider does with descriptor 1 arrives here, too. So a line is believed
 * only with the random word, lines and reports are bounded, and text is cleaned before it is kept.
 */
final class ChildConnection {

  /**
   * A line that a dying JVM prints to its standard output, such as {@code # SIGILL (0x4) at
   * pc=0x...}.
   */
  private static final String SIGNAL = "#\\s+([A-Z][A-Z_]+) \\(0x[0-9a-f]+\\) at pc=.*";

  /** Marks the end of the reports, because a queue cannot be closed. */
  private static final Protocol END = new Protocol(-2, Step.FAILED, "");

  /** Reports that are kept; a provider that writes more to the pipe loses the rest. */
  private static final int MAX_UNREAD = 4200;

  /**
   * The most bytes of a class or resource that a child gets: half of its heap. Nothing but a native
   * library is as large.
   */
  static final int MAX_RESOURCE = 16 << 20;

  /** In characters, of a sentence to a child. */
  private static final int MAX_SENTENCE = 1000;

  /** In characters, beyond which no further line is added. */
  private static final int MAX_COMPLAINT = 200;

  private final String word;

  /** Those that the child may ask for classes and resources; the first is the selector's own. */
  private final List<LoaderResources> loaders = new CopyOnWriteArrayList<>();

  private final Runnable onBegin;

  /** Of a fixed size: a full heap must not keep {@link #END} from those who wait for it. */
  private final BlockingQueue<Protocol> reports = new ArrayBlockingQueue<>(MAX_UNREAD);

  /** The end of the listening thread where it had no memory, which says nothing about a counter. */
  private volatile @Nullable OutOfMemoryError outOfMemory;

  private volatile String signal = "";
  private volatile String lastCall = "";
  private volatile String complaint = "";

  /** True after the child's first line; used by the listening thread only. */
  private boolean begun;

  /** The child's input, which is its own lock; null before the child has its task. */
  private volatile @Nullable DataOutputStream toChild;

  /**
   * Prepares a connection.
   *
   * @param word begins each line of the child's
   * @param onBegin run when the child has opened everything that it is started with
   */
  ChildConnection(String word, Runnable onBegin) {
    this.word = word;
    this.onBegin = onBegin;
    number(ChildMain.class.getClassLoader());
  }

  /** Returns a class loader's number. By identity: its equals may be a provider's. */
  int number(ClassLoader loader) {
    int number = 0;
    while (number < loaders.size() && loaders.get(number).loader() != loader) {
      number++;
    }
    if (number == loaders.size()) {
      loaders.add(new LoaderResources(loader));
    }
    return number;
  }

  /** Waits for the next report; empty at the end of the child or of the time. */
  @SuppressWarnings("ReferenceEquality") // END is a mark, not a report
  Optional<Protocol> next(long limitMs) throws InterruptedException {
    Protocol report = reports.poll(limitMs, TimeUnit.MILLISECONDS);
    OutOfMemoryError e = outOfMemory;
    if (e != null) {
      throw e;
    }
    return report == null || report == END ? Optional.empty() : Optional.of(report);
  }

  /** Returns the signal that a dying JVM named; often empty. */
  String signal() {
    return signal;
  }

  /** Returns the method that the child has called since its last report; empty for none. */
  String lastCall() {
    return lastCall;
  }

  /**
   * Sends further requests, within a time limit: a child that has been stopped reads nothing. It
   * has ended if they cannot be sent, which its next report, or the lack of one, shows.
   */
  void send(List<ChildTask.Counter> requests) {
    TimeLimit.run(
        () -> {
          DataOutputStream out = Objects.requireNonNull(toChild);
          synchronized (out) {
            out.writeInt(ParentConnection.MORE);
            ChildTask.write(requests, out);
            out.flush();
          }
          return true;
        });
  }

  /** Returns the output of a JVM that cannot begin, such as a complaint about an option. */
  String complaint() {
    return ProviderText.clean(complaint);
  }

  /** Hands over the task, then listens until the child ends. */
  void listen(Process child, ChildTask task) {
    try {
      exchange(child, task);
    } catch (OutOfMemoryError e) {
      outOfMemory = e;
    } finally {
      while (!reports.offer(END)) {
        reports.poll(); // a child that floods its pipe: nobody waits for its end in vain
      }
    }
  }

  private void exchange(Process child, ChildTask task) {
    // Not closed here: that would end a child which has only closed its standard output.
    DataOutputStream out = new DataOutputStream(child.getOutputStream()); // which is buffered
    try (InputStream in = child.getInputStream()) {
      task.write(out);
      out.flush();
      toChild = out;
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      byte[] buffer = new byte[8192];
      for (int count; (count = in.read(buffer)) >= 0; ) {
        for (int i = 0; i < count; i++) {
          if (buffer[i] == '\n') {
            take(line.toString(StandardCharsets.UTF_8), out);
            line.reset();
          } else if (line.size() < Protocol.MAX_LINE) { // a provider may print without end
            line.write(buffer[i]);
          }
        }
      }
    } catch (IOException e) {
      // The child has ended: the reports, or their absence, say how.
    }
  }

  private void take(String line, DataOutputStream out) throws IOException {
    Optional<Protocol> parsed = Protocol.parse(word, line);
    if (parsed.isEmpty()) {
      takeOther(line);
      return;
    }
    signal = ""; // a dying JVM reports no more: a provider had printed that line
    if (!begun) {
      begun = true;
      onBegin.run();
    }
    Protocol report = parsed.get();
    if (report.step() == Step.RESOURCE) {
      answer(report, out);
    } else if (report.step() == Step.CALLING) {
      lastCall = report.text(); // not kept: there are thousands, and only the last one matters
    } else {
      lastCall = "";
      reports.offer(report);
    }
  }

  /** Keeps what the JVM itself prints: its complaint before it has begun, and its last words. */
  private void takeOther(String line) {
    if (line.startsWith("#")) { // a regular expression only now: cold start 4
      Matcher matcher = Pattern.compile(SIGNAL).matcher(line);
      signal = matcher.matches() ? matcher.group(1) : signal;
    }
    if (!begun && complaint.length() < MAX_COMPLAINT) {
      complaint = (complaint + " " + line).strip();
    }
  }

  /**
   * Answers whatever a class loader throws: it must not cost the other counters. Every question
   * gets one answer, or the child would wait until its time is up. In pieces: a child that asks for
   * a file of any size must not fill the program's heap.
   */
  private void answer(Protocol question, DataOutputStream out) throws IOException {
    String name = question.text();
    byte[] piece = new byte[ParentConnection.PIECE];
    int left = MAX_RESOURCE;
    InputStream in = null;
    try {
      synchronized (out) {
        int length;
        do {
          String problem = "";
          try {
            in = in == null ? loaders.get(question.index()).find(name) : in;
            // At least 0, which is END: a read that returns nothing would be tried for ever.
            length = in == null ? ParentConnection.NOT_THERE : Math.max(0, in.read(piece));
          } catch (Throwable e) {
            length = ParentConnection.PROBLEM;
            problem = ChildReasons.loaderThrew(name, e);
          }
          if (length > 0 && left <= 0) {
            length = ParentConnection.PROBLEM;
            problem = ChildReasons.tooLarge(name, MAX_RESOURCE >> 20);
          }
          out.writeInt(length);
          if (length > 0) {
            out.write(piece, 0, length);
          } else if (!problem.isEmpty()) {
            out.writeUTF(ProviderText.shorten(problem, MAX_SENTENCE));
          }
          left -= length;
        } while (length > 0);
        out.flush();
      }
    } finally {
      close(in);
    }
  }

  private static void close(@Nullable InputStream in) {
    try {
      if (in != null) {
        in.close();
      }
    } catch (Throwable e) {
      return; // it has been read
    }
  }
}
