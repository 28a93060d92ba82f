// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.zip.CRC32;

/**
 * The byte code of a class file (JVM Specification, 4), as short sums of lines and methods, which
 * stay the same when other code is added or moved.
 */
final class ClassCode {

  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int STATIC = 8;
  private static final int SUM = 0xffffff;

  /** The bytes of each kind of constant, with its tag; a text has more. */
  private static final int[] SIZES = {
    0, 3, 0, 5, 5, 9, 9, 3, 3, 5, 5, 5, 5, 0, 0, 4, 3, 5, 5, 3, 3
  };

  /** By a method's name and a line's number; methods of one name may share a line. */
  private final Map<String, List<MethodCode>> methods = new HashMap<>();

  private final ByteBuffer file;
  private final int[] constants;
  private final List<Integer> bootstraps = new ArrayList<>();
  private SourceMap sources = new SourceMap("");

  /**
   * Reads the class file of what runs, and that of its resource, of which the source map alone:
   * without an agent HotSpot drops it.
   */
  ClassCode(byte[] running, byte[] resource) {
    this(running);
    sources = new ClassCode(resource).sources;
  }

  /** Reads a class file. */
  ClassCode(byte[] bytes) {
    file = ByteBuffer.wrap(bytes).position(8);
    constants = new int[u2()];
    for (int i = 1; i < constants.length; i++) {
      int at = file.position();
      int tag = file.get(at);
      constants[i] = at;
      file.position(at + SIZES[tag] + (tag == 1 ? u2(at + 1) : 0));
      i += tag == LONG || tag == DOUBLE ? 1 : 0;
    }
    file.position(file.position() + 6);
    file.position(file.position() + 2 + 2 * u2(file.position()));
    int fields = file.position();
    members(false);
    members(false);
    attributes(
        (name, size) -> {
          if (name.equals("SourceDebugExtension")) {
            sources =
                new SourceMap(new String(bytes, file.position(), size, StandardCharsets.UTF_8));
          } else if (name.equals("BootstrapMethods")) {
            for (int i = u2(); i > 0; i--) {
              bootstraps.add(file.position());
              file.position(file.position() + 4 + 2 * u2(file.position() + 2));
            }
          }
        });
    file.position(fields);
    members(false);
    members(true); // which need the bootstrap methods
  }

  /** Returns the sums of a line and its method, six hexadecimal digits each; empty if unknown. */
  String sums(String method, int line) {
    StringBuilder ofLine = new StringBuilder();
    StringBuilder ofMethod = new StringBuilder();
    for (MethodCode code : methods.getOrDefault(method, List.of())) {
      String text = code.line(line);
      if (text != null) {
        ofLine.append(text);
        ofMethod.append(code.all());
      }
    }
    return ofMethod.isEmpty() ? "" : sum(ofLine) + " " + sum(ofMethod);
  }

  /** Returns the numbers of all lines of the method that has a line. */
  Set<Integer> linesBeside(String method, int line) {
    Set<Integer> all = new TreeSet<>();
    for (MethodCode code : methods.getOrDefault(method, List.of())) {
      all.addAll(code.line(line) == null ? Set.of() : code.numbers());
    }
    return all;
  }

  private static String sum(CharSequence text) {
    CRC32 sum = new CRC32();
    sum.update(text.toString().getBytes(StandardCharsets.UTF_8));
    return SteppingSentences.sentence("%06x", sum.getValue() & SUM);
  }

  /** Returns where a line is in a source file: file and number, with a tab between. */
  String source(String name, int line) {
    return sources.source(name, line);
  }

  private int u2() {
    return file.getShort() & 0xffff;
  }

  private int u2(int at) {
    return file.getShort(at) & 0xffff;
  }

  private void attributes(BiConsumer<String, Integer> reader) {
    for (int i = u2(); i > 0; i--) {
      String name = text(u2());
      int size = file.getInt();
      int end = file.position() + size;
      reader.accept(name, size);
      file.position(end);
    }
  }

  /** Passes fields or methods, and reads the code of these. */
  private void members(boolean areRead) {
    for (int i = u2(); i > 0; i--) {
      boolean isStatic = (u2() & STATIC) != 0;
      String name = text(u2());
      int parameters = (isStatic ? 0 : 1) + slots(text(u2()));
      attributes(
          (attribute, size) -> {
            if (areRead && attribute.equals("Code")) {
              methods.computeIfAbsent(name, first -> new ArrayList<>()).add(code(parameters));
            }
          });
    }
  }

  /** Returns how many local variables a method's parameters are; of a field's type, any number. */
  private static int slots(String type) {
    return type.substring(1, Math.max(1, type.indexOf(')')))
        .replaceAll("\\[+(L[^;]*;|.)|L[^;]*;", "L")
        .replaceAll("[JD]", "LL")
        .length();
  }

  private MethodCode code(int parameters) {
    file.position(file.position() + 4);
    int length = file.getInt();
    ByteBuffer code = file.slice(file.position(), length);
    file.position(file.position() + length);
    StringBuilder handlers = new StringBuilder();
    for (int i = u2(); i > 0; i--) {
      file.position(file.position() + 6);
      handlers.append(text(u2())).append(',');
    }
    TreeMap<Integer, Integer> lines = new TreeMap<>();
    List<MethodCode.Variable> variables = new ArrayList<>();
    attributes(
        (name, size) -> {
          if (name.equals("LineNumberTable")) {
            for (int i = u2(); i > 0; i--) {
              lines.put(u2(), u2());
            }
          } else if (name.equals("LocalVariableTable")) {
            for (int i = u2(); i > 0; i--) {
              int start = u2();
              int end = start + u2();
              String variable = text(u2());
              file.position(file.position() + 2);
              variables.add(new MethodCode.Variable(start, end, variable, u2()));
            }
          }
        });
    return new MethodCode(code, this::text, lines, variables, parameters, handlers.toString());
  }

  /** Returns what a constant stands for, without the numbers of lambdas and anonymous classes. */
  private String text(int index) {
    int at = constants[index];
    int tag = index == 0 ? 0 : file.get(at);
    return switch (tag) {
      case 0 -> "";
      case 1 -> new String(file.array(), at + 3, u2(at + 1), StandardCharsets.UTF_8);
      case 3, 4 -> tag + "=" + file.getInt(at + 1);
      case LONG, DOUBLE -> tag + "=" + file.getLong(at + 1);
      case 8 -> "\"" + text(u2(at + 1)) + "\"";
      case 9, 10, 11, 12 -> unnumbered(text(u2(at + 1)) + "." + text(u2(at + 3)));
      case 15 -> file.get(at + 1) + text(u2(at + 2));
      case 17, 18 -> bootstrap(bootstraps.get(u2(at + 1))) + text(u2(at + 3));
      default -> unnumbered(text(u2(at + 1)));
    };
  }

  private String bootstrap(int at) {
    StringBuilder text = new StringBuilder(text(u2(at)));
    for (int i = 0; i < u2(at + 2); i++) {
      text.append(',').append(text(u2(at + 4 + 2 * i)));
    }
    return text.toString();
  }

  private static String unnumbered(String name) {
    return name.replaceAll("\\$\\d+", "\\$");
  }
}
