// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.freebsd;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A 64-bit little-endian shared object, as far as a loader looks at it. Sources: System V ABI,
 * "Object Files" and "Dynamic Linking"; for the versions, the Linux Standard Base, "Symbol
 * Versioning".
 */
final class Elf {

  private static final int SHT_DYNAMIC = 6;
  private static final int SHT_DYNSYM = 11;
  private static final int SHT_VERNEED = 0x6ffffffe;
  private static final int SHT_VERSYM = 0x6fffffff;
  private static final int DT_NEEDED = 1;
  private static final int DT_SONAME = 14;
  private static final int DT_TEXTREL = 22;
  private static final int PT_INTERP = 3;
  private static final int PT_GNU_STACK = 0x6474e551;
  private static final int PF_X = 1;
  private static final int SYMBOL_BYTES = 24;

  /** A symbol for the loader; the version is FILE:VERSION, or empty. */
  record Symbol(String name, boolean defined, String version) {}

  final int classAndOrder;
  final int osAbi;
  final int type;
  final int machine;
  String soname = "";
  final List<String> needed = new ArrayList<>();
  final List<Symbol> symbols = new ArrayList<>();
  boolean interpreted;
  boolean executableStack = true; // the meaning of its absence
  boolean textRelocations;

  private final ByteBuffer file;

  Elf(byte[] bytes) {
    file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (file.getInt(0) != 0x464c457f) {
      throw new IllegalArgumentException("not an ELF file");
    }
    classAndOrder = file.getShort(4);
    osAbi = file.get(7);
    type = file.getShort(16);
    machine = file.getShort(18);
    programHeaders();
    readDynamic();
    readSymbols();
  }

  private record Section(int type, int at, int bytes, int link) {}

  private Section section(int type) {
    for (int i = 0; i < file.getShort(0x3c); i++) {
      Section section = sectionAt(i);
      if (section.type == type) {
        return section;
      }
    }
    return new Section(type, 0, 0, 0);
  }

  private Section sectionAt(int i) {
    int header = (int) file.getLong(0x28) + i * file.getShort(0x3a);
    return new Section(
        file.getInt(header + 4),
        (int) file.getLong(header + 24),
        (int) file.getLong(header + 32),
        file.getInt(header + 40));
  }

  private String text(Section ofStrings, int offset) {
    int start = ofStrings.at + offset;
    int end = start;
    while (file.get(end) != 0) {
      end++;
    }
    return new String(file.array(), start, end - start, US_ASCII);
  }

  private void programHeaders() {
    for (int i = 0; i < file.getShort(0x38); i++) {
      int header = (int) file.getLong(0x20) + i * file.getShort(0x36);
      int kind = file.getInt(header);
      interpreted |= kind == PT_INTERP;
      if (kind == PT_GNU_STACK) {
        executableStack = (file.getInt(header + 4) & PF_X) != 0;
      }
    }
  }

  private void readDynamic() {
    Section dynamic = section(SHT_DYNAMIC);
    Section strings = sectionAt(dynamic.link);
    for (int at = dynamic.at; at < dynamic.at + dynamic.bytes; at += 16) {
      int value = (int) file.getLong(at + 8);
      switch ((int) file.getLong(at)) {
        case DT_NEEDED -> needed.add(text(strings, value));
        case DT_SONAME -> soname = text(strings, value);
        case DT_TEXTREL -> textRelocations = true;
        default -> {}
      }
    }
  }

  private Map<Integer, String> versions() {
    Map<Integer, String> versions = new HashMap<>();
    Section section = section(SHT_VERNEED);
    Section strings = sectionAt(section.link);
    int next = section.bytes;
    for (int at = section.at; next != 0; at += next) {
      int one = at + file.getInt(at + 8);
      for (int i = 0; i < file.getShort(at + 2); i++) {
        versions.put(
            (int) file.getShort(one + 6),
            text(strings, file.getInt(at + 4)) + ":" + text(strings, file.getInt(one + 8)));
        one += file.getInt(one + 12);
      }
      next = file.getInt(at + 12);
    }
    return versions;
  }

  private void readSymbols() {
    Map<Integer, String> versions = versions();
    Section table = section(SHT_DYNSYM);
    Section ofVersions = section(SHT_VERSYM);
    Section strings = sectionAt(table.link);
    for (int i = 1; i < table.bytes / SYMBOL_BYTES; i++) { // the first is none
      int at = table.at + i * SYMBOL_BYTES;
      int version = ofVersions.bytes == 0 ? 0 : file.getShort(ofVersions.at + 2 * i);
      symbols.add(
          new Symbol(
              text(strings, file.getInt(at)),
              file.getShort(at + 6) != 0,
              versions.getOrDefault(version, "")));
    }
  }
}
