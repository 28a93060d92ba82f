// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.selector.child.Frames;
import org.cyclecounter.selector.isolation.Messages.Verdict;
import org.cyclecounter.selector.limits.ProviderText;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Step;
import org.jspecify.annotations.Nullable;

/** Sends the frames of {@link Messages} from a child JVM; as thread-safe as the connection. */
final class ChildReports {

  /** The connection to the parent. */
  interface Link {
    void send(byte type, byte[] payload);
  }

  /** In characters; cut here, so that a sentence is not cut within its frame. */
  private static final int MAX_TEXT = 1000;

  private final Link link;
  private volatile Step step = Step.CREATED;

  ChildReports(Link link) {
    this.link = link;
  }

  void begin(Step next) {
    step = next;
    send(Messages.STEP, ordinal(next));
  }

  /** Returns the step that began last. */
  Step step() {
    return step;
  }

  void verdict(Verdict verdict, long nanosPerRead, @Nullable Rejection rejection) {
    List<String> arguments = rejection == null ? List.of() : rejection.arguments();
    List<Object> values = new ArrayList<>(List.of(ordinal(verdict), nanosPerRead));
    values.add(ordinal(rejection == null ? null : rejection.code()));
    values.add((byte) arguments.size());
    values.addAll(arguments);
    send(Messages.VERDICT, values.toArray());
  }

  static byte ordinal(@Nullable Enum<?> constant) {
    return (byte) (constant == null ? -1 : constant.ordinal());
  }

  /** Sends a frame, with each value by its type; texts are cut. */
  void send(byte type, Object... values) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    try {
      for (Object value : values) {
        if (value instanceof Byte number) {
          out.writeByte(number);
        } else if (value instanceof Integer number) {
          out.writeInt(number);
        } else if (value instanceof Long number) {
          out.writeLong(number);
        } else { // at most three bytes a character, besides the length and the dots of a cut text
          int room = (Frames.MAX_PAYLOAD - bytes.size()) / 3 - 4;
          out.writeUTF(ProviderText.shorten(value.toString(), Math.min(room, MAX_TEXT)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // never, in memory
    }
    link.send(type, bytes.toByteArray());
  }
}
