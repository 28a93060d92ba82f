// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.Optional;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.discovery.ListedProvider;
import org.cyclecounter.selector.discovery.ProviderListing.Counter;
import org.cyclecounter.selector.limits.ProviderText;
import org.cyclecounter.spi.Scaling;

/**
 * One line of a child JVM's to its parent, and the description of what both send.
 *
 * <p>To the child, on its standard input, as {@link java.io.DataOutput} writes: {@link
 * ParentConnection#TASK} and a {@link ChildTask}, as soon as it is ready; for each class or
 * resource that the child asks for, its pieces, each with its length before it, then {@link
 * ParentConnection#END} and the reason why the rest is missing, empty if it is not; or {@link
 * ParentConnection#NOT_THERE}. The end of the stream means that the parent is gone, and ends the
 * child.
 *
 * <p>From the child, on its standard output: lines {@code word step text}, where the word
 * distinguishes them from whatever a provider prints. A line begins with a line break, too, because
 * a provider may have left an unfinished one, and is flushed.
 *
 * @param step the step that the child is about to take, or the verdict
 * @param text a sentence about an exception; the name of a method; a class loader's number and the
 *     name of a resource
 */
record Protocol(Step step, String text) {

  /** A step or a verdict; both ends are one version, so the names are the format. */
  enum Step {
    /** The child has loaded what it needs, and begins. */
    READY,
    /** The provider is created next, and the counter opened or the provider asked. */
    OPENING,
    /** The method of a provider or a source that is called next, where OPENING is not enough. */
    CALLING,
    /** A counter that the provider lists: kind, scope, bits, mayCrash, ticks per second, name. */
    COUNTER,
    /** An entry of the provider's list that cannot be described, and why; no text for null. */
    NO_COUNTER,
    /** The end of the list, and the number of counters beyond; -1 if there is no list. */
    LISTED,
    READING,
    CLOSING,
    /** It passed; the text is a remark, often empty. */
    PASSED,
    FAILED,
    /** The exception, with its stack trace, for the log; the verdict follows. */
    TRACE,
    /** This child cannot create its provider. */
    NOT_MADE,
    /** It ended this child's native child, or did not return there; this child goes on. */
    DIED,
    /** It failed, and this child is not fit for another counter. */
    HARMED,
    /** The child asks for a class file or another resource. */
    RESOURCE
  }

  /** Characters of a line that are kept; a provider may print without end. */
  static final int MAX_LINE = 8192;

  /** In characters; cut by the child, so that a sentence is not cut within a line. */
  private static final int MAX_TEXT = 1000;

  private static final int MAX_TRACE = 2000;

  /** Fields of a listed counter before its name, which may be any text. */
  private static final int FIELDS = 5;

  /** Reports a step of the request that the child is meeting, in the child. */
  static void report(ParentConnection parent, Step step, String text) {
    parent.report(step.name(), shorten(step, text));
  }

  static String shorten(Step step, String text) {
    return ProviderText.shorten(text, step == Step.TRACE ? MAX_TRACE : MAX_TEXT);
  }

  /** Parses a line without its line breaks; empty for one that does not begin with the word. */
  static Optional<Protocol> parse(String word, String line) {
    String[] parts = line.split(" ", 3);
    if (parts.length < 2 || !parts[0].equals(word)) {
      return Optional.empty();
    }
    try {
      Step step = Step.valueOf(parts[1]);
      String text = parts.length == 3 ? parts[2] : "";
      // Cleaned again: a provider can write to this pipe, too.
      String clean = step == Step.RESOURCE ? text : ProviderText.clean(text);
      return Optional.of(new Protocol(step, clean));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Formats a listed counter, in the child; {@link #counter} reads it in the parent. */
  static String text(Counter counter) {
    StringBuilder text = new StringBuilder();
    text.append(counter.kind()).append(' ').append(counter.scope()).append(' ');
    text.append(counter.bits()).append(' ').append(counter.mayCrash()).append(' ');
    text.append(counter.hz()).append(counter.name() == null ? "" : " " + counter.name());
    return text.toString();
  }

  /** Parses the text of a listed counter; no counter if a provider has written another one. */
  Counter counter() {
    String[] fields = text.split(" ", FIELDS + 1);
    try {
      CounterKind kind = fields[0].equals("null") ? null : CounterKind.valueOf(fields[0]);
      Scope scope = fields[1].equals("null") ? null : Scope.valueOf(fields[1]);
      int bits = Integer.parseInt(fields[2]);
      boolean mayCrash = !fields[3].equals("false");
      long hz = Long.parseLong(fields[4]);
      String name = fields.length > FIELDS ? fields[FIELDS] : null;
      // The source's own null answers are rejected with the candidate's: these are not read then.
      ListedProvider.Counter source =
          new ListedProvider.Counter(
              name == null ? "" : name,
              kind == null ? CounterKind.OFF_CORE : kind,
              scope == null ? Scope.THREAD : scope,
              mayCrash,
              hz > 0 ? Scaling.ticksPerSecond(hz) : Scaling.none());
      return new Counter(source, name, kind, scope, mayCrash, bits, hz, "");
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      return Counter.none("");
    }
  }

  /** Parses the text of {@link Step#LISTED}; 0 if a provider has written another one. */
  int more() {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
