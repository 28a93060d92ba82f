// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.util.List;

/** The lines that {@link Probe} prints, among a machine's other output. */
public record Answers(List<List<String>> lines) {

  /**
   * One counter's verdict.
   *
   * @param rise the rise over many reads, {@code -} where it was not read
   */
  record Counter(
      String name,
      String kind,
      String scope,
      String verdict,
      long precision,
      double scaling,
      String rise,
      String reason) {

    boolean isUsable() {
      return !verdict.equals("REJECTED");
    }

    /** The verdict as the support table gives it. */
    String outcome() {
      return isUsable() ? verdict.toLowerCase(java.util.Locale.ROOT) + ", rises" : reason;
    }
  }

  public static Answers of(List<String> output) {
    return new Answers(
        output.stream()
            .map(line -> line.replace("\r", ""))
            .filter(line -> line.startsWith("@"))
            .map(line -> List.of(line.substring(1).split("\t", -1)))
            .toList());
  }

  /** The lines of one kind, without the kind. */
  public List<List<String>> all(String kind) {
    return lines.stream()
        .filter(line -> line.get(0).equals(kind))
        .map(line -> line.subList(1, line.size()))
        .toList();
  }

  List<Counter> counters() {
    return all("counter").stream()
        .map(
            c ->
                new Counter(
                    c.get(0),
                    c.get(1),
                    c.get(2),
                    c.get(3),
                    Long.parseLong(c.get(4)),
                    Double.parseDouble(c.get(5)),
                    c.get(6),
                    c.get(7)))
        .toList();
  }

  Counter counter(String name) {
    return counters().stream()
        .filter(c -> c.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not listed in " + counters()));
  }

  String selected() {
    return all("selected").get(0).get(0);
  }

  long selectedsRise() {
    return Long.parseLong(all("selected").get(0).get(1));
  }

  /** The answers to one question asked under one setting; a question is asked once under each. */
  Answers under(String setting, String question) {
    int from = -1;
    String current = "";
    for (int i = 0; i < lines.size(); i++) {
      List<String> line = lines.get(i);
      if (line.get(0).equals("setting")) {
        current = line.get(1);
      } else if (line.get(0).equals("case")
          && current.equals(setting)
          && line.get(1).equals(question)) {
        from = i + 1;
      } else if (line.get(0).equals("status") && from >= 0) {
        return new Answers(lines.subList(from, i + 1));
      }
    }
    throw new AssertionError("no answer to " + question + " under " + setting + " in " + lines);
  }
}
