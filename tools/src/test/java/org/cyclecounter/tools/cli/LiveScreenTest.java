// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveScreenTest {

  private static final TerminalSize SIZE = new TerminalSize(80, 24);

  private final StringWriter written = new StringWriter();
  private final LiveScreen screen = new LiveScreen(new PrintWriter(written));

  private String written() {
    String text = written.toString().replace("\u001b[", "<");
    written.getBuffer().setLength(0);
    return text;
  }

  @Test
  void drawsFrameOverTheLastWithHiddenCursor() {
    screen.draw(List.of("one", "two"), SIZE);
    assertThat(written()).isEqualTo("<?25lone<K\ntwo<K\n<J<?25h");
    screen.draw(List.of("three"), SIZE);
    assertThat(written()).isEqualTo("<?25l\r<2Athree<K\n<J<?25h");
    screen.draw(List.of("four"), SIZE);
    assertThat(written()).startsWith("<?25l\r<1A");
  }

  @Test
  void drawsFrameLowerThanTheTerminal() {
    screen.draw(List.of("one", "two", "three"), new TerminalSize(80, 3));
    assertThat(written()).contains("two").doesNotContain("three");
  }

  @Test
  void clearsTerminalThatHasBecomeNarrower() {
    screen.draw(List.of("one"), SIZE);
    written();
    screen.draw(List.of("one"), new TerminalSize(79, 24));
    assertThat(written()).startsWith("<?25l<H<2Jone");
    screen.draw(List.of("one"), SIZE);
    assertThat(written()).startsWith("<?25l\r<1Aone");
  }

  @Test
  void showsCursorOnNewLineAfterInterruptAndDrawsNothingMore() {
    screen.draw(List.of("one"), SIZE);
    written();
    screen.end(System.lineSeparator());
    assertThat(written()).isEqualTo("<?25h" + System.lineSeparator());
    screen.draw(List.of("two"), SIZE);
    screen.end("");
    assertThat(written()).isEmpty();
  }

  @Test
  void sizesAreSttysOrElseTheEnvironments() {
    assertThat(TerminalSize.of("50 132\n", SIZE)).isEqualTo(new TerminalSize(132, 50));
    assertThat(TerminalSize.of("0 0\n", SIZE)).isEqualTo(SIZE);
    assertThat(TerminalSize.of("", SIZE)).isEqualTo(SIZE);
    assertThat(TerminalSize.of("stty: no tty", SIZE)).isEqualTo(SIZE);
  }
}
