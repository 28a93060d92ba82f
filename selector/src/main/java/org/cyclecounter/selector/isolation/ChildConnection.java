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
 * The parent's connection to a child JVM ({@link Protocol}): gives the child its tasks and the
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

  /**
   * Reports, and an empty one for their end. Of a fixed size: a full heap must not keep the end
   * from those who wait for it.
   */
  private final BlockingQueue<Optional<Protocol>> reports = new ArrayBlockingQueue<>(MAX_UNREAD);

  /** The end of the listening thread where it had no memory, which says nothing about a counter. */
  private volatile @Nullable OutOfMemoryError outOfMemory;

  private volatile String signal = "";
  private volatile String lastCall = "";
  private volatile String complaint = "";

  /** The child's input, which is its own lock; null before there is a child. */
  private volatile @Nullable DataOutputStream toChild;

  /**
   * Prepares a connection.
   *
   * @param word begins each line of the child's
   */
  ChildConnection(String word) {
    this.word = word;
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
  Optional<Protocol> next(long limitMs) throws InterruptedException {
    Optional<Protocol> report = reports.poll(limitMs, TimeUnit.MILLISECONDS);
    OutOfMemoryError e = outOfMemory;
    if (e != null) {
      throw e;
    }
    return report == null ? Optional.empty() : report;
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
   * Sends a request, within a time limit: a child that has been stopped reads nothing. It has ended
   * if it cannot be sent, which its next report, or the lack of one, shows.
   */
  void send(ChildTask task) {
    TimeLimit.run(
        () -> {
          DataOutputStream out = Objects.requireNonNull(toChild);
          synchronized (out) {
            out.writeInt(ParentConnection.TASK);
            task.write(out);
            out.flush();
          }
          return true;
        });
  }

  /** Returns the first output; of a JVM that is not ready, such as a complaint about an option. */
  String complaint() {
    return ProviderText.clean(complaint);
  }

  /** Listens until the child ends. */
  void listen(Process child) {
    // Not closed here: that would end a child which has only closed its standard output.
    DataOutputStream out = new DataOutputStream(child.getOutputStream()); // which is buffered
    toChild = out;
    try (InputStream in = child.getInputStream()) {
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
    } catch (OutOfMemoryError e) {
      outOfMemory = e;
    } finally {
      while (!reports.offer(Optional.empty())) {
        reports.poll(); // a child that floods its pipe: nobody waits for its end in vain
      }
    }
  }

  private void take(String line, DataOutputStream out) throws IOException {
    Optional<Protocol> parsed = Protocol.parse(word, line);
    if (parsed.isEmpty()) {
      takeOther(line);
      return;
    }
    signal = ""; // a dying JVM reports no more: a provider had printed that line
    Protocol report = parsed.get();
    if (report.step() == Step.RESOURCE) {
      answer(report.text(), out);
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

  /**
   * Answers whatever a class loader throws: it must not cost the other counters. Every question
   * gets one answer, or the child would wait until its time is up.
   */
  private void answer(String question, DataOutputStream out) throws IOException {
    int blank = question.indexOf(' ');
    String name = question.substring(blank + 1);
    String problem = "";
    int end = ParentConnection.END;
    synchronized (out) {
      try (InputStream in =
          loaders.get(Integer.parseInt(question.substring(0, blank))).find(name)) {
        if (in == null) {
          end = ParentConnection.NOT_THERE;
        } else if (!sendPieces(in, out)) {
          problem = ChildReasons.tooLarge(name, MAX_RESOURCE >> 20);
        }
      } catch (Throwable e) { // of the child's input as well, which the next line throws again
        problem = ChildReasons.loaderThrew(name, e);
      }
      out.writeInt(end);
      if (end == ParentConnection.END) {
        out.writeUTF(ProviderText.shorten(problem, MAX_SENTENCE));
      }
      out.flush();
    }
  }

  /**
   * Sends a resource in pieces: a child that asks for a file of any size must not fill the
   * program's heap.
   *
   * @return true if that is all of it
   */
  private static boolean sendPieces(InputStream in, DataOutputStream out) throws IOException {
    byte[] piece = new byte[ParentConnection.PIECE];
    int left = MAX_RESOURCE;
    // A read that returns nothing would be tried for ever.
    for (int length; (length = in.read(piece)) > 0; left -= length) {
      if (left <= 0) {
        return false;
      }
      out.writeInt(length);
      out.write(piece, 0, length);
    }
    return true;
  }
}
