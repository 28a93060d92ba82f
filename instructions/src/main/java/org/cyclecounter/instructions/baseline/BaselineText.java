// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.instructions.stepping.AllocatedBytes;
import org.cyclecounter.instructions.stepping.SteppingSentences;

/** The text of a baseline, which people read in a diff: sections by conditions, then names. */
final class BaselineText {

  private static final String NAME = "# Instructions counted by CycleCounter";

  private static final String HEAD = NAME + ", format 3; ";

  /** Its lines have no sums, so that only totals are compared. */
  private static final String HEAD_2 = NAME + ", format 2; ";

  private static final String CONDITIONS = "conditions: ";

  private static final Pattern COUNT =
      Pattern.compile(
          " *(\\d{1,18}) instructions(?:, (\\d{1,15}(?:\\.\\d{1,9})?) bytes)?"
              + "(?:, tolerance (\\d{1,9}(?:\\.\\d{1,9})?) %)?");

  private static final Pattern LINE =
      Pattern.compile(" *(\\d{1,18})  (.+?)(?:  ([0-9a-f]{6} [0-9a-f]{6}))?");

  private BaselineText() {}

  /** Writes rows, sorted. */
  static String of(Collection<BaselineRow> rows) {
    StringBuilder text = new StringBuilder(HEAD);
    text.append("write it with --write or -Dorg.cyclecounter.baseline=write.\n");
    String conditions = null;
    for (BaselineRow row : rows.stream().sorted(Comparator.comparing(BaselineRow::key)).toList()) {
      if (!row.conditions().equals(conditions)) {
        conditions = row.conditions();
        text.append('\n').append(CONDITIONS).append(conditions).append('\n');
      }
      text.append('\n').append(row.name()).append('\n');
      text.append(
          SteppingSentences.sentence(
              "%8d instructions%s%s\n",
              row.instructions(),
              Double.isNaN(row.bytes()) ? "" : ", " + AllocatedBytes.text(row.bytes()) + " bytes",
              row.tolerance() == null ? "" : ", tolerance " + row.tolerance() + " %"));
      for (BaselineLine line : row.lines()) {
        String code = line.code().isEmpty() ? "" : "  " + line.code();
        text.append(
            SteppingSentences.sentence("%8d  %s%s\n", line.instructions(), line.name(), code));
      }
    }
    return text.toString();
  }

  /**
   * Reads rows.
   *
   * @throws IOException if it is no baseline of this format; the message is one sentence
   */
  static List<BaselineRow> parse(List<String> lines) throws IOException {
    if (lines.isEmpty()) {
      return List.of();
    }
    String head = lines.get(0).replace("\ufeff", ""); // some editors' byte order mark
    boolean areLinesKnown = head.startsWith(HEAD);
    if (!areLinesKnown && !head.startsWith(HEAD_2)) {
      throw new IOException(
          head.startsWith(NAME)
              ? "It has another format: delete it, and write it anew."
              : "It begins without '" + HEAD.strip() + "'.");
    }
    Map<String, BaselineRow> rows = new LinkedHashMap<>();
    String conditions = null;
    for (int i = 1; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith(CONDITIONS)) {
        conditions = line.substring(CONDITIONS.length());
      } else if (!line.isBlank()) {
        if (conditions == null) {
          throw unexpected(lines, i);
        }
        Matcher count = matched(COUNT, lines, ++i);
        long instructions = Long.parseLong(count.group(1));
        double bytes = count.group(2) == null ? Double.NaN : Double.parseDouble(count.group(2));
        BigDecimal tolerance = count.group(3) == null ? null : new BigDecimal(count.group(3));
        List<BaselineLine> ofLines = new ArrayList<>();
        Set<String> names = new HashSet<>();
        while (i + 1 < lines.size() && !lines.get(i + 1).isBlank()) {
          Matcher ofLine = matched(LINE, lines, ++i);
          String code = ofLine.group(3) == null ? "" : ofLine.group(3);
          BaselineLine read =
              new BaselineLine(ofLine.group(2), Long.parseLong(ofLine.group(1)), code);
          if (!names.add(read.name()) && !read.isOfCalls()) {
            throw unexpected(lines, i);
          }
          ofLines.add(read);
        }
        BaselineRow row =
            new BaselineRow(
                line,
                conditions,
                instructions,
                bytes,
                tolerance,
                areLinesKnown ? ofLines : List.of());
        if (rows.put(row.key(), row) != null) {
          throw new IOException("The count of " + line + " is there twice.");
        }
      }
    }
    return List.copyOf(rows.values());
  }

  private static Matcher matched(Pattern pattern, List<String> lines, int at) throws IOException {
    if (at == lines.size()) {
      throw new IOException("Its last count has no instructions.");
    }
    Matcher matcher = pattern.matcher(lines.get(at));
    if (!matcher.matches()) {
      throw unexpected(lines, at);
    }
    return matcher;
  }

  private static IOException unexpected(List<String> lines, int at) {
    // A conflict's mark may have been read as a name.
    int first = lines.get(at - 1).startsWith("<<<<<<< ") ? at - 1 : at;
    return new IOException(
        SteppingSentences.sentence(
            "Line %d is not expected here: %s", first + 1, lines.get(first)));
  }
}
