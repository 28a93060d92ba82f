// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.cyclecounter.selector.child.Frame;
import org.cyclecounter.selector.isolation.LifeThread.TaskEnd;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Step;
import org.cyclecounter.selector.support.ProviderText;
import org.jspecify.annotations.Nullable;

/**
 * Sends a child JVM's reports: frames of texts, with constants by their names. As thread-safe as
 * the connection.
 */
final class ChildReports {

  /** The {@link Step} that begins. */
  static final byte STEP = 11;

  /** The provider's or counter's method that is called next. */
  static final byte CALL = 12;

  /** A listed counter: its fields. */
  static final byte COUNTER = 13;

  /** The number of counters beyond those sent; -1 if there is no list. */
  static final byte LISTED = 14;

  /** A stack trace for the log. */
  static final byte TRACE = 15;

  /**
   * The {@link IsolationResult.Result}, provisional for PASSED until the child has ended normally;
   * true if the child can run no other task; then a rejection's code and arguments, if any.
   */
  static final byte VERDICT = 16;

  /** Stands for null; cleaned texts do not contain it. */
  private static final String NULL = "\1";

  /** The longest text, in characters. */
  private static final int MAX_TEXT = 1000;

  /** The length of a frame's texts together, in characters of at most three bytes. */
  private static final int MAX_TEXTS = Frame.MAX_PAYLOAD / 3 - 50;

  private final Consumer<Frame> link;
  private volatile Step step = Step.CREATED;

  ChildReports(Consumer<Frame> link) {
    this.link = link;
  }

  void begin(Step next) {
    step = next;
    send(STEP, next);
  }

  /** Returns the step that began last. */
  Step step() {
    return step;
  }

  void verdict(TaskEnd end) {
    List<Object> values = new ArrayList<>(List.of(end.result, end.hasHarmed));
    Rejection why = end.rejection;
    if (why != null) {
      values.add(why.code().name());
      values.addAll(why.arguments());
    }
    send(VERDICT, values.toArray());
  }

  /** Returns received texts with the nulls that were sent. */
  static @Nullable String[] withNulls(String[] texts) {
    @Nullable String[] values = texts.clone();
    Arrays.asList(values).replaceAll(text -> NULL.equals(text) ? null : text);
    return values;
  }

  /** Sends texts, cut to fit into a frame. */
  void send(byte type, @Nullable Object... values) {
    String[] texts = new String[values.length];
    int room = MAX_TEXTS;
    for (int i = 0; i < texts.length; i++) {
      int max = Math.max(1, Math.min(room, MAX_TEXT));
      texts[i] = values[i] == null ? NULL : ProviderText.shorten(values[i] + "", max);
      room -= texts[i].length();
    }
    link.accept(new Frame(type, texts));
  }
}
