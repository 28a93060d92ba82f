// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameTest {

  private static final byte[] MAGIC = Frame.magic();
  private static final byte[] PAYLOAD = {4, -1, 7};
  private static final byte[] FRAME = encoded(PAYLOAD);

  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private final ByteArrayOutputStream other = new ByteArrayOutputStream();

  private int framesRead() throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(sent.toByteArray()));
    for (int frames = 0; ; frames++) {
      try {
        Frame frame = Frame.read(in, MAGIC, Frame.MAX_PAYLOAD, other);
        assertThat(frame.type()).isEqualTo((byte) 9);
        assertThat(frame.payload()).isEqualTo(PAYLOAD);
      } catch (EOFException e) {
        return frames;
      }
    }
  }

  /** As a provider may print, or a process that dies: any byte, and beginnings of random bytes. */
  @Test
  void separatesFramesFromOtherBytes() throws IOException {
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    for (int i = 0; i < 256 + MAGIC.length; i++) {
      byte[] between = i < 256 ? new byte[] {(byte) i} : Arrays.copyOf(FRAME, i - 256);
      sent.writeBytes(between);
      sent.writeBytes(FRAME);
      expected.writeBytes(between);
    }
    sent.write(FRAME, 0, 1);
    expected.write(FRAME, 0, 1);
    assertThat(framesRead()).isEqualTo(256 + MAGIC.length);
    assertThat(other.toByteArray()).isEqualTo(expected.toByteArray());
  }

  @Test
  void beginsFramesWithByteThatIsNotRepeated() {
    assertThat(Arrays.copyOfRange(MAGIC, 1, MAGIC.length)).doesNotContain(MAGIC[0]).hasSize(15);
    assertThat(Frame.magic()).isNotEqualTo(MAGIC);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Frame.MAX_PAYLOAD + 1, Integer.MAX_VALUE})
  void rejectsPayloadThatNoFrameHas(int length) {
    byte[] head = ByteBuffer.allocate(5).putInt(length).array();
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(head));
    assertThatThrownBy(() -> Frame.read(in, Frame.NO_MAGIC, Frame.MAX_PAYLOAD, other))
        .hasMessageContaining("" + length);
  }

  /** More than PIPE_BUF bytes could be mixed with what others write. */
  @Test
  void writesLessThanPipeTakesAtOnce() {
    assertThat(encoded(new byte[Frame.MAX_PAYLOAD])).hasSizeLessThan(4096);
    assertThatThrownBy(() -> encoded(new byte[Frame.MAX_PAYLOAD + 1]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static byte[] encoded(byte[] payload) {
    return Frame.encode(MAGIC, new Frame((byte) 9, payload));
  }
}
