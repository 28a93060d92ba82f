// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.constanttime.Place.Kind;

/**
 * The report that memcheck writes in XML while the JVM runs (valgrind's
 * docs/internals/xml-output.txt): an element for each error that has not been reported at this
 * place before.
 */
final class MemcheckReport {

  private final InputStream file;

  /** Takes the file away, so that it is gone however this process and its parent end. */
  MemcheckReport(Path file) throws IOException {
    this.file = new FileInputStream(file.toFile()); // cold start 10
    file.toFile().delete();
  }

  /**
   * One error.
   *
   * @param thread that executed it, by valgrind's number
   * @param pcs innermost first
   */
  record Alarm(int thread, Kind kind, List<Long> pcs) {

    /** Returns a key, equal for the same place, without a record's slow start: cold start 11. */
    String place() {
      return kind + " " + pcs;
    }
  }

  /**
   * Skips the errors until now: the JVM's start makes hundreds, and reading them takes seconds in
   * an interpreter in valgrind.
   */
  void skip() throws IOException {
    file.skipNBytes(file.available());
  }

  /** Returns the errors since the last call. */
  List<Alarm> alarms() throws IOException {
    return alarms(new String(file.readAllBytes(), StandardCharsets.ISO_8859_1));
  }

  /** Reads the elements of branches and addresses; others are not of undefined values. */
  static List<Alarm> alarms(String text) {
    List<Alarm> alarms = new ArrayList<>();
    int end;
    for (int begin = 0; (end = text.indexOf("</error>", begin)) >= 0; begin = end + 1) {
      String error = text.substring(begin, end);
      String kind = element(error, "<kind>");
      if (kind.equals("UninitCondition") || kind.equals("UninitValue")) {
        boolean isBranch = kind.equals("UninitCondition");
        int thread = Integer.parseInt(element(error, "<tid>"));
        alarms.add(new Alarm(thread, isBranch ? Kind.BRANCH : Kind.ADDRESS, pcs(error)));
      }
    }
    return alarms;
  }

  /**
   * Returns the text of the first such element, empty if there is none. No pattern: cold start 4.
   */
  private static String element(String text, String tag) {
    int begin = text.indexOf(tag) + tag.length();
    return begin < tag.length() ? "" : text.substring(begin, text.indexOf('<', begin));
  }

  private static List<Long> pcs(String error) {
    List<Long> pcs = new ArrayList<>();
    int begin;
    for (int end = 0; (begin = error.indexOf("<ip>0x", end)) >= 0; ) {
      begin += "<ip>0x".length();
      end = error.indexOf('<', begin);
      pcs.add(Long.parseUnsignedLong(error, begin, end, 16));
    }
    return pcs;
  }
}
