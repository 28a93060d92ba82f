// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

/** A machine's result for a counter: a line of {@link Results}, or of a report. */
record Result(String counter, String state, String machine, String text) {

  /** The word of the support table for a counter that works. */
  static final String RISES = "yes";

  private boolean rises() {
    return text.contains("rises") || text.contains("selected");
  }

  /** The machine without versions, which change. */
  String shortMachine() {
    return machine
        .replaceAll(" \\((qemu|Wine).*|, Java \\d+$", "")
        .replaceFirst("^win32-x86-64$", "Windows (Wine)");
  }

  String shortText() {
    if (rises()) {
      return RISES;
    }
    if (text.contains("SIGILL")) {
      return "faults";
    }
    if (text.contains("stands still")) {
      return "still";
    }
    if (text.contains("perf_event_open") || text.contains("no hardware cycle counter")) {
      return "no events";
    }
    return "no";
  }
}
