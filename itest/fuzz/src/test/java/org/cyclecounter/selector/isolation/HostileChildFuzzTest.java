// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

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
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.fuzz.Fuzzed;
import org.cyclecounter.selector.isolation.Protocol.Step;

/** What a child sends is a provider's as much as ours: any bytes, or any answer of a native one. */
class HostileChildFuzzTest {

  private static final String WORD = "w";
  private static final long LIMIT_MS = 60_000;
  private static final int MAX_TEXT = 3000;
  private static final int MAX_UNREAD = 4200;

  @FuzzTest
  @DictionaryEntries({"w READY ", "w PASSED ", "w TRACE a | at b", "w FAILED ", "w RESOURCE 0 "})
  @DictionaryEntries({"#  SIGILL (0x4) at pc=0x0", "LISTED", "HARMED", "COUNTER"})
  void lines(byte[] data) {
    for (String line : Fuzzed.text(data).split("\n")) {
      Optional<Protocol> parsed = Protocol.parse(WORD, line);
      assertThat(parsed.isPresent()).isEqualTo(isReport(line));
      if (parsed.isEmpty()) {
        continue;
      }
      Protocol report = parsed.get();
      if (report.step() != Step.RESOURCE) {
        Fuzzed.assertOneLine(report.text());
      }
      Step step = report.step();
      String text = Protocol.shorten(step, report.text());
      String sent = ParentConnection.line(WORD, step.name(), text);
      String bytes = Fuzzed.text(sent.getBytes(StandardCharsets.UTF_8));
      assertThat(sent).startsWith("\n").endsWith("\n").hasSizeLessThan(MAX_TEXT).isEqualTo(bytes);
      String inner = sent.substring(1, sent.length() - 1);
      assertThat(inner).doesNotContain("\n", "\r");
      Protocol again = Protocol.parse(WORD, inner).orElseThrow();
      assertThat(again.step()).isEqualTo(report.step());
      if (report.step() != Step.RESOURCE && report.text().length() <= 1000) {
        assertThat(again).isEqualTo(report);
      }
    }
  }

  /** All of a child's output: it ends with it, each question has an answer, words are bounded. */
  @FuzzTest
  @DictionaryEntries({"\\x0Aw READY \\x0A", "\\x0Aw RESOURCE 0 java/lang/Object.class\\x0A"})
  @DictionaryEntries({"\\x0Aw RESOURCE 9 a\\x0A", "\\x0A# SIGSEGV (0xb) at pc=0x1\\x0A"})
  @DictionaryEntries({"\\x0Aw OPENING \\x0A", "\\x0Aw PASSED \\x0A"})
  void output(byte[] data) throws IOException, InterruptedException {
    Scripted process = new Scripted(data);
    ChildProcess child = new ChildProcess(WORD, () -> process);
    child.run();
    int reports = 0;
    int questions = 0;
    for (String line : completeLines(data)) {
      if (isReport(line)) {
        questions += Protocol.parse(WORD, line).orElseThrow().step() == Step.RESOURCE ? 1 : 0;
        reports++;
      }
    }
    int taken = 0;
    long startNs = System.nanoTime();
    for (Optional<Protocol> next; (next = child.next(LIMIT_MS)).isPresent(); taken++) {
      assertThat(next.get().step()).isNotEqualTo(Step.RESOURCE);
    }
    assertThat(System.nanoTime() - startNs).as("waited in vain").isLessThan(LIMIT_MS * 500_000);
    int expected = reports - questions;
    assertThat(taken).isEqualTo(expected < MAX_UNREAD ? expected : MAX_UNREAD - 1);
    assertThat(child.signal).matches("|[A-Z][A-Z_]+");
    assertThat(child.complaint()).hasSizeLessThanOrEqualTo(200 + 1 + Protocol.MAX_LINE);
    Fuzzed.assertOneLine(child.complaint());
    assertThat(answers(process.input.toByteArray())).isEqualTo(questions);
  }

  /** Eight bytes as a native child's answer. */
  @FuzzTest
  void nativeAnswer(byte[] data) {
    long packed = ByteBuffer.wrap(Arrays.copyOf(data, Long.BYTES)).getLong();
    NativeOutcome result = NativeOutcome.of(packed);
    assertThat(result.reads()).isBetween(0, 0xff_ffff).isEqualTo((int) (packed >>> 40));
    assertThat(result.detail()).isEqualTo((int) (packed >> 8));
    assertThat(result.kind()).isNotNull();
    assertThat(result.phase()).isNotNull();
    if ((packed & 0xf) < NativeChild.Kind.values().length) {
      assertThat(result.kind().ordinal()).isEqualTo((int) (packed & 0xf));
    } else {
      assertThat(result.kind()).isEqualTo(NativeChild.Kind.ENDED);
    }
  }

  /** A kernel's release, as in {@code os.version}. */
  @FuzzTest
  @DictionaryEntries({"5.16", "5.15.0-generic", "6.1", "10.0", "5.", "99999999999"})
  void release(byte[] data) {
    String text = Fuzzed.text(data);
    Matcher numbers = Pattern.compile("(?s)([0-9]+)[^.]*\\.([0-9]+).*").matcher(text);
    boolean isOld = true;
    if (numbers.matches()) {
      int major = small(numbers.group(1));
      int minor = small(numbers.group(2));
      isOld = major < 5 || major == 5 && minor < 16;
    }
    assertThat(NativeChild.dumpsAllThatShareMemory(text)).isEqualTo(isOld);
  }

  private static int small(String digits) {
    String number = digits.replaceFirst("^0+(?=.)", "");
    return number.length() > 6 ? 1_000_000 : Integer.parseInt(number);
  }

  private static boolean isReport(String line) {
    Matcher matcher = Pattern.compile("(?s)w ([^ ]*)(?: .*)?").matcher(line);
    return matcher.matches()
        && Arrays.stream(Step.values()).anyMatch(step -> step.name().equals(matcher.group(1)));
  }

  private static String[] completeLines(byte[] data) {
    String text = new String(data, StandardCharsets.ISO_8859_1);
    String[] lines = text.substring(0, text.lastIndexOf('\n') + 1).split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i].substring(0, Math.min(lines[i].length(), Protocol.MAX_LINE));
      lines[i] = Fuzzed.text(line.getBytes(StandardCharsets.ISO_8859_1));
    }
    return lines;
  }

  private static int answers(byte[] toChild) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(toChild));
    int answers = 0;
    for (; in.available() > 0; answers++) {
      int length = in.readInt();
      for (; length > 0; length = in.readInt()) {
        assertThat(in.readNBytes(length)).hasSize(length);
      }
      if (length == ParentConnection.END) {
        assertThat(in.readUTF()).isNotNull();
      } else {
        assertThat(length).isEqualTo(ParentConnection.NOT_THERE);
      }
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
      return 0;
    }

    @Override
    public void destroy() {}
  }
}
