// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.List;
import org.cyclecounter.bench.BenchFunction;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.tools.page.MeasuredOperation;

/**
 * Something that can be measured.
 *
 * @param name such as {@code "SHA-256"} or {@code "com.example.Sums#add"}
 * @param bytes how much one operation works on; 0 where that is not known
 * @param code what it does
 */
record Operation(String name, long bytes, Code code) {

  /**
   * Makes ready what an operation needs; throws whatever the code that is measured throws. Called
   * on the thread that measures, and once more for the turns; a class is initialised by it, not by
   * being named.
   */
  @FunctionalInterface
  interface Code {
    BenchFunction prepare() throws Throwable;
  }

  /** Returns the name, with the size if that is known: several operations may share a name. */
  String label() {
    return measured(List.of(), "", List.of()).label();
  }

  MeasuredOperation measured(List<Timing> timings, String failure, List<String> warnings) {
    return new MeasuredOperation(name, bytes, timings, failure, warnings);
  }
}
