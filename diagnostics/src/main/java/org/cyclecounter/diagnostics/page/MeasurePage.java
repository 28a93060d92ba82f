// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import static org.cyclecounter.diagnostics.machine.MachineFact.GOVERNOR;
import static org.cyclecounter.diagnostics.machine.MachineFact.HYPERVISOR;
import static org.cyclecounter.diagnostics.machine.MachineFact.JVM;
import static org.cyclecounter.diagnostics.machine.MachineFact.OS;
import static org.cyclecounter.diagnostics.machine.MachineFact.PROCESSOR;
import static org.cyclecounter.diagnostics.machine.MachineFact.PROCESSORS;
import static org.cyclecounter.diagnostics.machine.MachineFact.TURBO;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cyclecounter.diagnostics.machine.MachineFact;
import org.cyclecounter.diagnostics.machine.MachineFacts;
import org.cyclecounter.diagnostics.svg.Element;
import org.cyclecounter.diagnostics.text.Formatted;

/**
 * The page of {@code measure --html}.
 *
 * <p>It names no user: pages are attached to issues.
 *
 * @param version of this software
 * @param counter the counter and what it counts, in words, such as {@code amd64-tsc, ticks of a
 *     constant-rate clock}
 * @param isUnscaled true if its readings are ticks, not scaled to cycles
 * @param targetSeconds how long a run was to take
 * @param operations those that were measured in turns, the first one first, and those that failed
 * @param machine this machine's facts
 */
public record MeasurePage(
    String version,
    String counter,
    boolean isUnscaled,
    double targetSeconds,
    List<MeasuredOperation> operations,
    MachineFacts machine) {

  private static final int MAX_SENTENCES = 20;

  /** The facts that are shown, in their order. */
  private static final List<MachineFact> FACTS =
      List.of(PROCESSOR, PROCESSORS, OS, JVM, HYPERVISOR, GOVERNOR, TURBO);

  /** Returns HTML, to be written as UTF-8. */
  public String html() {
    Costs costs =
        Costs.of(operations.stream().filter(MeasuredOperation::isMeasured).toList(), isUnscaled);
    List<Element> sections = new ArrayList<>();
    sections.add(
        PageFrame.section(
            "verdict",
            "Result",
            Element.styled("p", "lead", lead(costs)),
            PageElements.quiet("p", machineLine())));
    if (!costs.operations().isEmpty()) {
      sections.add(new CostsSection(costs).element());
    }
    Stream<String> failures =
        operations.stream().map(MeasuredOperation::failure).filter(failure -> !failure.isEmpty());
    Stream<String> warnings =
        operations.stream()
            .flatMap(each -> each.warnings().stream().map(text -> each.label() + ": " + text));
    addSentences(sections, "failures", "Not measured", failures);
    addSentences(sections, "warnings", "What may have disturbed the runs", warnings);
    List<Element> paragraphs =
        PageFrame.resource("measure.txt").lines().map(text -> Element.of("p", text)).toList();
    sections.add(PageFrame.section("reading", "How to read this", paragraphs));
    return PageFrame.html("What operations cost", version, machine, sections);
  }

  /**
   * Says the result in one sentence: of one operation its cost, of several how they were measured.
   */
  private String lead(Costs costs) {
    if (costs.operations().isEmpty()) {
      return "No operation could be measured.";
    }
    Costs.Sample runs = costs.first().runs();
    String times =
        runs.values().size() + " runs of about " + RoundedNumbers.time(targetSeconds * 1e9);
    String result =
        costs.operations().size() == 1
            ? Formatted.of(
                "%s takes %s: the median of %s; 99 %% interval %s",
                PageElements.cut(costs.first().operation().name(), PageElements.MAX_TEXT),
                costs.median(runs),
                times,
                RoundedNumbers.range(runs.median(), RoundedNumbers::digits))
            : costs.operations().size() + " operations, " + times + " each, in turns";
    return result + ". Counted by " + PageElements.cut(counter, PageElements.MAX_TEXT) + ".";
  }

  private String machineLine() {
    return FACTS.stream()
        .filter(fact -> machine.get(fact).isKnown())
        .map(this::text)
        .collect(Collectors.joining("; "));
  }

  private String text(MachineFact fact) {
    String value = machine.get(fact).text();
    return switch (fact) {
      case PROCESSORS -> value + " processors";
      case HYPERVISOR, GOVERNOR, TURBO -> fact.key() + " " + value;
      default -> value;
    };
  }

  private static void addSentences(
      List<Element> sections, String id, String heading, Stream<String> all) {
    List<String> sentences = all.toList();
    if (sentences.isEmpty()) {
      return;
    }
    Element list = Element.of("ul");
    for (String sentence : sentences.subList(0, Math.min(MAX_SENTENCES, sentences.size()))) {
      list.add(Element.of("li", PageElements.cut(sentence, PageElements.MAX_TEXT)));
    }
    if (sentences.size() > MAX_SENTENCES) {
      list.add(Element.of("li", "And " + (sentences.size() - MAX_SENTENCES) + " more."));
    }
    sections.add(PageFrame.section(id, heading, list));
  }
}
