// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The instructions of a method as text. A line has its constants as what they stand for, local
 * variables by their names or else their order in the line, and branches as their direction; of a
 * GOTO it has nothing, because it ends a loop or a branch behind the last line there. The method's
 * text has each branch's target and each variable's number.
 */
final class MethodCode {

  /** The bytes of each instruction, which has a letter each: one to five; "t", "l" and "w" vary. */
  private static final String SIZES =
      "a".repeat(16)
          + "bcbcc"
          + "b".repeat(5)
          + "a".repeat(28)
          + "b".repeat(5)
          + "a".repeat(73)
          + "c"
          + "a".repeat(20)
          + "c".repeat(16)
          + "btl"
          + "a".repeat(6)
          + "c".repeat(7)
          + "eecbcaacc"
          + "aawdccee";

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

  /** Of each line, the variables without a name, in their order. */
  private final Map<Integer, List<Integer>> unnamed = new HashMap<>();

  /** The instructions' numbers by their positions. */
  private final Map<Integer, Integer> numbers = new HashMap<>();

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
      numbers.put(at, numbers.size());
    }
    for (int at = 0; at < code.limit(); at += size(at)) {
      Map.@Nullable Entry<Integer, Integer> entry = lineOf.floorEntry(at);
      int line = entry == null ? -1 : entry.getValue();
      lines.computeIfAbsent(line, first -> new StringBuilder()).append(instruction(at, line));
    }
    all.append(handlers);
  }

  /** Returns a line's text; null if it has no such line. */
  @Nullable String line(int number) {
    StringBuilder text = lines.get(number);
    return text == null ? null : text.toString();
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
    return switch (SIZES.charAt(u1(at))) {
      case 't' -> from + 12 + 4 * (code.getInt(from + 8) - code.getInt(from + 4) + 1) - at;
      case 'l' -> from + 8 + 8 * code.getInt(from + 4) - at;
      case 'w' -> u1(at + 1) == 0x84 ? 6 : 4;
      default -> SIZES.charAt(u1(at)) - 'a' + 1;
    };
  }

  /** Returns an instruction as its line has it, and adds it to the method's text. */
  private String instruction(int at, int line) {
    int op = u1(at);
    String text =
        switch (op) {
          case 0x10, 0xbc -> op + "=" + code.get(at + 1);
          case 0x11 -> op + "=" + code.getShort(at + 1);
          case 0x12 -> "ldc " + constants.apply(u1(at + 1));
          case 0x13, 0x14 -> "ldc " + constants.apply(u2(at + 1));
          case 0x15, 0x16, 0x17, 0x18, 0x19, 0x36, 0x37, 0x38, 0x39, 0x3a, 0xa9 ->
              op + variable(at, u1(at + 1), line);
          case 0x84 -> op + variable(at, u1(at + 1), line) + "+" + code.get(at + 2);
          case 0xc4 -> wide(at, line);
          case 0xa7, 0xa8, 0xc8, 0xc9 ->
              jump(at, op < 0xb0 ? code.getShort(at + 1) : code.getInt(at + 1), "");
          case 0xaa, 0xab -> branches(at, op);
          case 0xc5 -> op + constants.apply(u2(at + 1)) + u1(at + 3);
          default -> plain(at, op, line);
        };
    all.append(text).append(';');
    return text.isEmpty() ? "" : text + ";";
  }

  private String plain(int at, int op, int line) {
    if (op >= 0x1a && op <= 0x2d) {
      return (0x15 + (op - 0x1a) / 4) + variable(at, (op - 0x1a) % 4, line);
    }
    if (op >= 0x3b && op <= 0x4e) {
      return (0x36 + (op - 0x3b) / 4) + variable(at, (op - 0x3b) % 4, line);
    }
    if ((op >= 0x99 && op <= 0xa6) || op == 0xc6 || op == 0xc7) {
      int distance = code.getShort(at + 1);
      return jump(at, distance, op + (distance > 0 ? ">" : "<"));
    }
    return op >= 0xb2 && op <= 0xc1 && size(at) > 2
        ? op + " " + constants.apply(u2(at + 1))
        : Integer.toString(op);
  }

  private String jump(int at, int distance, String text) {
    all.append('@').append(numbers.get(at + distance));
    return text;
  }

  private String wide(int at, int line) {
    int op = u1(at + 1);
    String text = op + variable(at, u2(at + 2), line);
    return op == 0x84 ? text + "+" + code.getShort(at + 4) : text;
  }

  private String branches(int at, int op) {
    StringBuilder text = new StringBuilder(Integer.toString(op));
    int from = aligned(at);
    String unusedDefault = jump(at, code.getInt(from), "");
    int count = code.getInt(from + 4);
    if (op == 0xaa) {
      text.append(' ').append(count).append(' ').append(code.getInt(from + 8));
    }
    for (int i = from + (op == 0xaa ? 12 : 8); i < at + size(at); i += 4) {
      if (op == 0xab) {
        text.append(' ').append(code.getInt(i));
        i += 4;
      }
      String unusedTarget = jump(at, code.getInt(i), "");
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
