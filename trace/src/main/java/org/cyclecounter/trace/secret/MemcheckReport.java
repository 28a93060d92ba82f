// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The report that memcheck writes in XML while the JVM runs (valgrind's
 * docs/internals/xml-output.txt): an element for each error that has not been reported at this
 * place before.
 */
final class MemcheckReport {

  private static final Pattern ERROR = Pattern.compile("<error>(.*?)</error>", Pattern.DOTALL);
  private static final Pattern THREAD = Pattern.compile("<tid>(\\d+)</tid>");
  private static final Pattern KIND = Pattern.compile("<kind>(\\w+)</kind>");
  private static final Pattern STACK = Pattern.compile("<stack>(.*?)</stack>", Pattern.DOTALL);
  private static final Pattern PC = Pattern.compile("<ip>0x([0-9A-Fa-f]+)</ip>");

  private final Path file;
  private long read;

  MemcheckReport(Path file) {
    this.file = file;
  }

  /**
   * One error.
   *
   * @param thread that executed it, by valgrind's number
   * @param pcs innermost first
   */
  record Alarm(int thread, Finding.Kind kind, List<Long> pcs) {}

  /** Returns the errors since the last call. */
  List<Alarm> alarms() throws IOException {
    String text;
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      in.seek(read);
      byte[] bytes = new byte[(int) (in.length() - read)];
      in.readFully(bytes);
      read += bytes.length;
      text = new String(bytes, StandardCharsets.ISO_8859_1);
    }
    return alarms(text);
  }

  /** Reads the elements of branches and addresses; others are not of undefined values. */
  static List<Alarm> alarms(String text) {
    List<Alarm> alarms = new ArrayList<>();
    Matcher errors = ERROR.matcher(text);
    while (errors.find()) {
      Matcher kind = KIND.matcher(errors.group(1));
      Matcher thread = THREAD.matcher(errors.group(1));
      Matcher stack = STACK.matcher(errors.group(1));
      if (!kind.find() || !kind.group(1).startsWith("Uninit") || !stack.find() || !thread.find()) {
        continue;
      }
      List<Long> pcs = new ArrayList<>();
      for (Matcher pc = PC.matcher(stack.group(1)); pc.find(); ) {
        pcs.add(Long.parseUnsignedLong(pc.group(1), 16));
      }
      boolean isBranch = kind.group(1).equals("UninitCondition");
      alarms.add(
          new Alarm(
              Integer.parseInt(thread.group(1)),
              isBranch ? Finding.Kind.BRANCH : Finding.Kind.ADDRESS,
              pcs));
    }
    return alarms;
  }
}
