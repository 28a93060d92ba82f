// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.fuzz.Fuzzed;

/** Reads a child whose provider writes any bytes between frames, or within. */
class HostileChildFuzzTest {

  private static final String BEGIN = "\\xFFabcdefghijklmno\\x00\\x00\\x00";
  private static final byte[] MAGIC = "?abcdefghijklmno".getBytes(StandardCharsets.UTF_8);
  private static final int HEAD = 21;
  private static final int ASK = 2;

  static {
    MAGIC[0] = -1;
  }

  /** It ends with the child, each question has an answer, frames and output are bounded. */
  @FuzzTest
  @DictionaryEntries({
    "\\xFFabc",
    BEGIN + "\\x00\\x01",
    BEGIN + "\\x03\\x0Cabc",
    BEGIN + "\\xFF\\x0C"
  })
  @DictionaryEntries({BEGIN + "\\x03\\x020\\x00a", BEGIN + "\\x03\\x029\\x00a"})
  @DictionaryEntries({BEGIN + "\\x01\\x02a", "# SIGSEGV (0xb) at pc=0x1\\x0A"})
  void output(byte[] data) throws Exception {
    List<byte[]> frames = new ArrayList<>();
    String other = split(data, frames);
    Scripted process = new Scripted(data);
    ChildJvm child = new ChildJvm(MAGIC, () -> process, getClass().getClassLoader());
    child.start();
    ChildJvm.End end = child.end(0).orElseThrow();
    assertThat(child.lastOutput()).hasSizeLessThan(3 * ChildOutput.MIN).endsWith(other);
    assertThat(end.how()).hasSizeLessThanOrEqualTo(250);
    Fuzzed.assertOneLine(end.how());
    int questions = 0;
    int kept = 0;
    for (byte[] frame : frames) {
      if (frame[0] == ASK) {
        questions++;
      } else if (kept++ < ChildJvm.MAX_UNREAD) {
        Optional<Frame> next = child.next(0);
        assertThat(next.orElseThrow().type()).isEqualTo(frame[0]);
        assertThat(next.orElseThrow().payload()).hasSize(frame.length - 1);
      }
    }
    assertThat(child.next(0)).isEmpty();
    assertThat(answers(process.input.toByteArray())).isEqualTo(questions);
  }

  /** Returns the last bytes between frames; bytes after an invalid frame are not read. */
  private static String split(byte[] data, List<byte[]> frames) {
    StringBuilder other = new StringBuilder();
    String text = new String(data, StandardCharsets.ISO_8859_1);
    String magic = new String(MAGIC, StandardCharsets.ISO_8859_1);
    int from = 0;
    for (int at; (at = text.indexOf(magic, from)) >= 0; ) {
      other.append(text, from, at);
      from = text.length();
      if (at + HEAD > text.length()) {
        break;
      }
      int length = ByteBuffer.wrap(data, at + MAGIC.length, Integer.BYTES).getInt();
      if (length < 0 || length > Frame.MAX_PAYLOAD || at + HEAD + length > text.length()) {
        break;
      }
      from = at + HEAD + length;
      frames.add(Arrays.copyOfRange(data, at + HEAD - 1, from));
    }
    byte[] all =
        other.append(text.substring(from)).toString().getBytes(StandardCharsets.ISO_8859_1);
    int most = Math.min(all.length, ChildOutput.MIN);
    String last = new String(all, all.length - most, most, StandardCharsets.UTF_8);
    return last.substring(most == all.length ? 0 : 3); // behind a character that may be cut
  }

  private static int answers(byte[] toChild) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(toChild));
    OutputStream toNowhere = OutputStream.nullOutputStream();
    int answers = 0;
    for (; in.available() > 0; answers++) {
      assertThat(Frame.read(in, Frame.NO_MAGIC, Integer.MAX_VALUE, toNowhere).type())
          .isIn((byte) 3, (byte) 5);
    }
    return answers;
  }

  private static final class Scripted extends Process {
    private final InputStream output;
    private final ByteArrayOutputStream input = new ByteArrayOutputStream();

    Scripted(byte[] output) {
      this.output = new ByteArrayInputStream(output);
    }

    @Override
    public OutputStream getOutputStream() {
      return input;
    }

    @Override
    public InputStream getInputStream() {
      return output;
    }

    @Override
    public InputStream getErrorStream() {
      return InputStream.nullInputStream();
    }

    @Override
    public int waitFor() {
      return 0;
    }

    @Override
    public int exitValue() {
      return 1;
    }

    @Override
    public void destroy() {}
  }
}
