// SPDX-License-Identifier: Apache-2.0
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.NullMarked;

/** Tests whether a provider's counters keep what providers promise. */
@NullMarked
module org.cyclecounter.tck {
  requires transitive org.cyclecounter.api;
  requires org.cyclecounter.selector;
  requires transitive org.junit.jupiter.api;
  requires jdk.management;
  requires static org.jspecify;

  exports org.cyclecounter.tck;

  // JUnit calls the methods of a provider's test, which are inherited.
  opens org.cyclecounter.tck;

  uses CycleCounterProvider;
}
