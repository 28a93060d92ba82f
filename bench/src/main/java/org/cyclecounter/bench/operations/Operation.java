package org.cyclecounter.bench.operations;

import org.cyclecounter.bench.BenchFunction;

/** Something that can be measured. */
public interface Operation {

  /**
   * What to call it.
   *
   * @return such as {@code "SHA-256"} or {@code "com.example.Sums#add"}
   */
  String name();

  /**
   * How much one operation works on.
   *
   * @return bytes; 0 where that is not known
   */
  default long bytes() {
    return 0;
  }

  /**
   * Makes ready what the operation needs.
   *
   * @return does the operation n times
   * @throws Throwable whatever the code that is to be measured throws
   */
  BenchFunction prepare() throws Throwable;
}
