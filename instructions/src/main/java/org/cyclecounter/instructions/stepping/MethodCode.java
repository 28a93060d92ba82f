// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The instructions of a method as text. A line has its constants as what they stand for, local
 * variables by their names or else their order in the line, and branches as their direction; of a
 * GOTO it has nothing, because it ends a loop or a branch behind the last line there. The method's
 * text has each branch's target and each variable's number.
 */
final class MethodCode {

  /**
   * The operands of each instruction: none "."; a byte "b", two "s"; a constant's index of one byte
   * "k", of two "K", more behind it "M" and "I"; a variable's "v", in the instruction itself "L"
   * and "S", with a step "i"; a distance behind a condition "j", of a GOTO "g", a long one "G"; of
   * switches "T" and "U"; "W" makes the next one's wider.
   */
  private static final String OPERANDS =
      ".".repeat(16)
          + "bskKK"
          + "v".repeat(5)
          + "L".repeat(20)
          + ".".repeat(8)
          + "v".repeat(5)
          + "S".repeat(20)
          + ".".repeat(53)
          + "i"
          + ".".repeat(20)
          + "j".repeat(14)
          + "ggvTU......"
          + "K".repeat(7)
          + "IIKbK..KK..WMjjGG";

  private static final int LOAD = 0x15;
  private static final int LOAD_0 = 0x1a;
  private static final int STORE = 0x36;
  private static final int STORE_0 = 0x3b;
  private static final int LDC = 0x12;
  private static final int LDC_W = 0x13;
  private static final int IINC = 0x84;

  /**
   * A local variable's name, where it has its value.
   *
   * @param index in the frame
   */
  record Variable(int start, int end, String name, int index) {}

  private final ByteBuffer code;
  private final IntFunction<String> constants;
  private final List<Variable> variables;
  private final int parameters;
  private final Map<Integer, StringBuilder> lines = new HashMap<>();
  private final StringBuilder all = new StringBuilder();

  /** The variables without a name, of the lines, in their order. */
  private final Map<Integer, List<Integer>> unnamed = new HashMap<>();

  /** The instructions' numbers by their positions. */
  private final Map<Integer, Integer> ordinals = new HashMap<>();

  /**
   * Reads it.
   *
   * @param lineOf the numbers of lines by their first position
   */
  MethodCode(
      ByteBuffer code,
      IntFunction<String> constants,
      NavigableMap<Integer, Integer> lineOf,
      List<Variable> variables,
      int parameters,
      String handlers) {
    this.code = code;
    this.constants = constants;
    this.variables = variables;
    this.parameters = parameters;
    for (int at = 0; at < code.limit(); at += size(at)) {
      ordinals.put(at, ordinals.size());
    }
    for (int at = 0; at < code.limit(); at += size(at)) {
      Map.@Nullable Entry<Integer, Integer> entry = lineOf.floorEntry(at);
      int line = entry == null ? -1 : entry.getValue();
      String text = instruction(at, line);
      all.append(text).append(';');
      lines.computeIfAbsent(line, first -> new StringBuilder()).append(text);
    }
    all.append(handlers);
  }

  /** Returns a line's text; null if it has no such line. */
  @Nullable String line(int number) {
    StringBuilder text = lines.get(number);
    return text == null ? null : text.toString();
  }

  /** Returns the numbers of its lines. */
  Set<Integer> numbers() {
    return lines.keySet();
  }

  /** Returns the method's text. */
  String all() {
    return all.toString();
  }

  private int u1(int at) {
    return code.get(at) & 0xff;
  }

  private int u2(int at) {
    return code.getShort(at) & 0xffff;
  }

  /** The operands of a switch are aligned. */
  private static int aligned(int at) {
    return (at + 4) & -4;
  }

  private int size(int at) {
    int from = aligned(at);
    return switch (OPERANDS.charAt(u1(at))) {
      case 'T' -> from + 12 + 4 * (code.getInt(from + 8) - code.getInt(from + 4) + 1) - at;
      case 'U' -> from + 8 + 8 * code.getInt(from + 4) - at;
      case 'W' -> u1(at + 1) == IINC ? 6 : 4;
      case '.', 'L', 'S' -> 1;
      case 'b', 'k', 'v' -> 2;
      case 'M' -> 4;
      case 'I', 'G' -> 5;
      default -> 3;
    };
  }

  /** Returns an instruction as its line has it. */
  private String instruction(int at, int line) {
    int op = u1(at);
    String text =
        switch (OPERANDS.charAt(op)) {
          case 'b' -> op + "=" + u1(at + 1);
          case 's' -> op + "=" + u2(at + 1);
          case 'k' -> op + constants.apply(u1(at + 1));
          case 'K', 'I' -> (op == LDC_W ? LDC : op) + constants.apply(u2(at + 1));
          case 'M' -> op + constants.apply(u2(at + 1)) + u1(at + 3);
          case 'v' -> op + variable(at, u1(at + 1), line);
          case 'L' -> LOAD + (op - LOAD_0) / 4 + variable(at, (op - LOAD_0) % 4, line);
          case 'S' -> STORE + (op - STORE_0) / 4 + variable(at, (op - STORE_0) % 4, line);
          case 'i' -> op + variable(at, u1(at + 1), line) + "+" + code.get(at + 2);
          case 'W' ->
              u1(at + 1)
                  + variable(at, u2(at + 2), line)
                  + (u1(at + 1) == IINC ? "+" + code.getShort(at + 4) : "");
          case 'j' -> op + jump(at, code.getShort(at + 1));
          case 'g' -> jump(at, code.getShort(at + 1)).substring(1);
          case 'G' -> jump(at, code.getInt(at + 1)).substring(1);
          case 'T', 'U' -> branches(at, op);
          default -> Integer.toString(op);
        };
    return text.isEmpty() ? "" : text + ";";
  }

  private String jump(int at, int distance) {
    all.append('@').append(ordinals.get(at + distance));
    return distance > 0 ? ">" : "<";
  }

  private String branches(int at, int op) {
    boolean hasKeys = OPERANDS.charAt(op) == 'U';
    int from = aligned(at);
    StringBuilder text = new StringBuilder(op + jump(at, code.getInt(from)));
    text.append(code.getInt(from + 4)).append(' ').append(hasKeys ? 0 : code.getInt(from + 8));
    for (int i = from + (hasKeys ? 8 : 12); i < at + size(at); i += 4) {
      if (hasKeys) {
        text.append(' ').append(code.getInt(i));
        i += 4;
      }
      text.append(jump(at, code.getInt(i)));
    }
    return text.toString();
  }

  /** A variable that gets its value here has its name from the next instruction on. */
  private String variable(int at, int index, int line) {
    int next = at + size(at);
    all.append('v').append(index);
    for (Variable variable : variables) {
      if (variable.index() == index && variable.start() <= next && at < variable.end()) {
        return " " + variable.name();
      }
    }
    if (index < parameters) {
      return " parameter " + index;
    }
    List<Integer> ofLine = unnamed.computeIfAbsent(line, first -> new ArrayList<>());
    if (!ofLine.contains(index)) {
      ofLine.add(index);
    }
    return " " + ofLine.indexOf(index);
  }
}
