// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.trace.Place.Kind;

/**
 * The report that memcheck writes in XML while the JVM runs (valgrind's
 * docs/internals/xml-output.txt): an element for each error that has not been reported at this
 * place before.
 */
final class MemcheckReport {

  private static final Pattern KIND =
      Pattern.compile("<tid>(\\d+)</tid>.*?<kind>Uninit(Condition|Value)</kind>", Pattern.DOTALL);

  private static final Pattern PC = Pattern.compile("<ip>0x([0-9A-Fa-f]+)</ip>");

  private final InputStream file;

  /** Takes the file away, so that it is gone however this process and its parent end. */
  MemcheckReport(Path file) throws IOException {
    this.file = Files.newInputStream(file, StandardOpenOption.DELETE_ON_CLOSE); // at once on Linux
  }

  /**
   * One error.
   *
   * @param thread that executed it, by valgrind's number
   * @param pcs innermost first
   */
  record Alarm(int thread, Kind kind, List<Long> pcs) {}

  /**
   * Leaves out the errors until now: those of the JVM's start are hundreds, and to read them takes
   * seconds in an interpreter in valgrind.
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
    String[] errors = text.split("</error>", -1);
    for (String error : Arrays.asList(errors).subList(0, errors.length - 1)) {
      Matcher head = KIND.matcher(error);
      if (head.find()) {
        boolean isBranch = head.group(2).equals("Condition");
        alarms.add(
            new Alarm(
                Integer.parseInt(head.group(1)),
                isBranch ? Kind.BRANCH : Kind.ADDRESS,
                PC.matcher(error)
                    .results()
                    .map(pc -> Long.parseUnsignedLong(pc.group(1), 16))
                    .toList()));
      }
    }
    return alarms;
  }
}
