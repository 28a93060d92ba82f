// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Follows in the next commit. */
final class Taint implements Judge {

  static final List<String> OPTIONS = List.of("-Xbatch", "-XX:+UseSerialGC", "-Xmx256m");

  Taint(Path report) {}

  static List<String> valgrind(Path report) {
    return List.of();
  }

  @Override
  public String obstacle() {
    return "This method is not there yet.";
  }

  @Override
  public Judgement judge(Subject subject, Set<String> accepted) {
    return new Judgement(List.of(), 0, obstacle(), "");
  }
}
