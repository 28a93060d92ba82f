// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.cyclecounter.Counted;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.diagnostics.machine.MachineFacts;
import org.cyclecounter.diagnostics.observe.Crossing;
import org.cyclecounter.diagnostics.observe.Differences;
import org.cyclecounter.diagnostics.svg.Drawn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class PageTest {

  private static final int MAX_BYTES = 200_000;

  private static Inputs machine() {
    return Inputs.of()
        .rejected("amd64-pmc", "no hardware cycle counter", Obstacle.NO_PMU)
        .selected("amd64-tsc", Scope.SYSTEM, Counted.TICKS)
        .usable("thread-cputime", Scope.THREAD)
        .rejected("default-mach", "mach_absolute_time exists on macOS only")
        .observed("amd64-tsc")
        .observed("thread-cputime", Inputs.steady(1200), Inputs.drift(4e6, 50), null);
  }

  private static Document page(Inputs inputs) {
    return Drawn.parse(Page.html(inputs.make()));
  }

  private static List<String> texts(List<Element> elements) {
    return elements.stream().map(Element::getTextContent).toList();
  }

  @Test
  void sectionsStandInTheirOrderBelowOneHeading() {
    Document page = page(machine());
    assertThat(Drawn.all(page, "section"))
        .extracting(section -> section.getAttribute("id"))
        .containsExactly("verdict", "machine", "counters", "pictures", "frequencies", "region");
    assertThat(Drawn.all(page, "h1")).hasSize(1);
    assertThat(Drawn.all(page, "main")).hasSize(1);
    assertThat(Drawn.all(page, "html").get(0).getAttribute("lang")).isEqualTo("en");
  }

  @Test
  void saysDayAndMachine(@TempDir Path root) throws IOException {
    Path name = root.resolve("proc/sys/kernel/hostname");
    Files.createDirectories(name.getParent());
    Files.writeString(name, "lab-7\n");
    MachineFacts machine = MachineFacts.read(root, property -> "x86-64");
    LocalDate before = LocalDate.now(ZoneOffset.UTC);
    String page = PageFrame.html("A title", "1.2.3", machine, List.of());
    LocalDate after = LocalDate.now(ZoneOffset.UTC);
    assertThat(texts(Drawn.all(Drawn.parse(page), "footer")).get(0))
        .isIn(
            "Made by cyclecounter 1.2.3 on lab-7, " + before + ".",
            "Made by cyclecounter 1.2.3 on lab-7, " + after + ".");
  }

  @Test
  void countersHaveTheirRowsWithTheOneInUseFirstAndTheRejectedFolded() {
    Document page = page(machine());
    Element folded = Drawn.all(page, "details").get(0);
    assertThat(texts(Drawn.all(folded, "summary"))).containsExactly("2 rejected counters");
    assertThat(texts(Drawn.all(Drawn.all(folded, "tbody").get(0), "th")))
        .containsExactly("amd64-pmc", "default-mach");
    Element table = Drawn.all(page, "table").get(0);
    assertThat(texts(Drawn.all(Drawn.all(table, "thead").get(0), "th")))
        .hasToString("[Counter, Kind, Scope, Resolution, Cost of a read, Verdict, Reason, Remedy]");
    assertThat(texts(Drawn.all(Drawn.all(table, "tbody").get(0), "th")))
        .containsExactly("amd64-tsc", "thread-cputime");
    assertThat(texts(Drawn.all(Drawn.all(table, "tr").get(1), "td")))
        .hasToString(
            "[off-core, system, 26 cycles28 in Java, 11.6 ns, in use,"
                + " usable: resolution 26 cycles (C), \u2013]");
    assertThat(Drawn.all(table, "th")).allMatch(th -> th.hasAttribute("scope"));
  }

  @Test
  void usableCountersAloneHaveTwoPictures() {
    Document page = page(machine());
    List<Element> counters = Drawn.all(page, "article");
    assertThat(counters).hasSize(2);
    assertThat(counters).allSatisfy(one -> assertThat(Drawn.all(one, "svg")).hasSize(2));
    assertThat(texts(counters).get(0))
        .contains("never ran backwards in 4,000 readings handed over between 2 processors");
    assertThat(texts(counters).get(1))
        .contains("not compared, because its readings can be compared within one thread only")
        .contains("1 jump, the largest of 4.00 ms");
  }

  @Test
  void picturesSayWhoseScaleTheyShare() {
    Inputs inputs =
        Inputs.of()
            .selected("a", Scope.SYSTEM, Counted.TICKS)
            .usable("b", Scope.SYSTEM)
            .usable("c", Scope.SYSTEM)
            .observed("a")
            .observed("b", Inputs.steady(52), Inputs.drift(0, 0), null)
            .observed("c", Inputs.steady(2600), Inputs.drift(0, 0), null);
    List<String> counters = texts(Drawn.all(page(inputs), "article"));
    assertThat(counters.get(0)).contains("0 to 100 ticks, on the same scale as b.");
    assertThat(counters.get(1)).contains("0 to 100 cycles, on the same scale as a.");
    assertThat(counters.get(2)).contains("0 to 5,000 cycles, on its own scale.");
  }

  private static String article(Inputs inputs) {
    return texts(Drawn.all(page(inputs), "article")).get(0);
  }

  @Test
  void saysWhyCounterWasNotObserved() {
    Inputs failed = Inputs.of().selected("a", Scope.THREAD, Counted.USER_CYCLES);
    assertThat(article(failed.failed("a", "EMFILE: too many open files")))
        .contains("A read failed: EMFILE: too many open files");
    Inputs unopened = Inputs.of().selected("a", Scope.SYSTEM, Counted.TICKS);
    assertThat(article(unopened.unopened("a", SelectionSnapshot.NO_TIME)))
        .contains("Not observed: the page is made within seconds");
  }

  private static String crossed(Crossing crossing) {
    Inputs inputs = Inputs.of().selected("a", Scope.SYSTEM, Counted.TICKS);
    return article(inputs.observed("a", Inputs.steady(26), Inputs.drift(0, 0), crossing));
  }

  @Test
  void saysWhatThreadsSaw() {
    assertThat(crossed(new Crossing(2, true, 0, 0, 0)))
        .contains("not compared, because two threads could not read it in turn")
        .doesNotContain("never ran backwards");
    assertThat(crossed(new Crossing(2, false, 4000, 3, 1234)))
        .contains(
            "ran backwards in 3 of 4,000 readings handed over between two threads, which could not"
                + " be bound to processors. The largest step back was 1,234 ticks.");
  }

  @Test
  void policyForbidsToLoadAnything() {
    assertThat(Page.html(machine().make()))
        .contains("default-src &#39;none&#39;")
        .doesNotContain("http://", "https://", "url(", "@import");
  }

  /** A provider's name and reason; MeasurePageTest has those of operations. */
  @Test
  void hostileTextIsTextAndNothingElse() {
    String text = "\"></td></table><script>x()</script><img src=x>\u001b[3\u202e";
    String html = Page.html(machine().rejected(text, text).make());
    assertThat(html)
        .doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\n]]")
        .doesNotContain("<script", "<img");
    Element table = Drawn.all(Drawn.all(Drawn.parse(html), "details").get(0), "table").get(0);
    List<Element> rows = Drawn.all(table, "tr");
    Element row = rows.get(rows.size() - 1);
    assertThat(Drawn.all(row, "*"))
        .extracting(Element::getTagName)
        .containsOnly("th", "td", "bdi", "span");
    String shown = text.replace("\u001b", "[U+001B]").replace("\u202e", "[U+202E]");
    assertThat(texts(Drawn.all(row, "bdi"))).containsExactly(shown, shown);
  }

  @Test
  void picturesHaveWordsAndIdsAreUnique() {
    Document page = page(machine());
    List<Element> pictures = Drawn.all(page, "svg");
    assertThat(pictures)
        .hasSize(5)
        .allSatisfy(
            svg -> {
              assertThat(svg.getAttribute("role")).isEqualTo("img");
              assertThat(Drawn.all(svg, "title").get(0).getTextContent()).isNotBlank();
              assertThat(Drawn.all(svg, "desc").get(0).getTextContent()).isNotBlank();
            });
    List<String> ids =
        Drawn.all(page, "*").stream()
            .filter(element -> element.hasAttribute("id"))
            .map(element -> element.getAttribute("id"))
            .toList();
    assertThat(ids).doesNotHaveDuplicates();
    for (Element element : Drawn.all(page, "*")) {
      for (String id : element.getAttribute("aria-labelledby").split(" ")) {
        assertThat(id.isEmpty() || ids.contains(id)).as(id).isTrue();
      }
    }
  }

  @Test
  void thousandsOfCountersWithLongTextsFitOnAPage() {
    String text = "\u202E\u4E2D".repeat(5000);
    Inputs inputs = Inputs.of().selected("c", Scope.SYSTEM, Counted.TICKS).observed("c");
    for (int i = 0; i < 3000; i++) {
      inputs.rejected("counter-" + i, i % 10 == 0 ? text : "because ".repeat(i % 100 + 1));
    }
    String html = Page.html(inputs.make());
    assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(MAX_BYTES);
    assertThat(html).containsPattern("[12],\\d{3} more counters are not shown[.]");
  }

  @Test
  void picturesThatAreDrawnFitOnOnePage() {
    Inputs inputs = Inputs.of().selected("c0", Scope.SYSTEM, Counted.TICKS);
    for (int i = 0; i < SelectionSnapshot.MAX_OBSERVED; i++) {
      if (i > 0) {
        inputs.usable("c" + i, Scope.SYSTEM);
      }
      Differences everyValue = Inputs.differences(10_000, difference -> difference);
      inputs.observed("c" + i, everyValue, Inputs.drift(1e6, 50), null);
    }
    String html = Page.html(inputs.make());
    assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(MAX_BYTES);
    assertThat(Drawn.all(Drawn.parse(html), "svg").size()).isGreaterThan(2 * 8);
  }
}
