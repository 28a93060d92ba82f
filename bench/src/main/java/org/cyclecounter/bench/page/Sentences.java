package org.cyclecounter.bench.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Many sentences of few kinds, which differ in their first number alone, made few. */
public final class Sentences {

  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private Sentences() {}

  private static final class Kind {
    int times;
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;

    void add(long number) {
      times++;
      low = Math.min(low, number);
      high = Math.max(high, number);
    }
  }

  /**
   * Puts those of a kind together.
   *
   * @param sentences in any number
   * @return each kind once, in the order of its first sentence, with its number and the range
   */
  public static List<String> shortened(List<String> sentences) {
    Map<List<String>, Kind> kinds = new LinkedHashMap<>();
    for (String sentence : sentences) {
      Matcher number = NUMBER.matcher(sentence);
      boolean isThere = number.find() && number.end() - number.start() < 18;
      List<String> parts =
          isThere
              ? List.of(sentence.substring(0, number.start()), sentence.substring(number.end()))
              : List.of(sentence);
      kinds
          .computeIfAbsent(parts, key -> new Kind())
          .add(isThere ? Long.parseLong(number.group()) : 0);
    }
    List<String> few = new ArrayList<>();
    kinds.forEach((parts, kind) -> few.add(sentence(parts, kind)));
    return few;
  }

  private static String sentence(List<String> parts, Kind kind) {
    String text =
        parts.size() == 1
            ? parts.get(0)
            : parts.get(0)
                + (kind.low == kind.high ? "" + kind.low : kind.low + " to " + kind.high)
                + parts.get(1);
    return kind.times == 1 ? text : kind.times + " times: " + text;
  }
}
