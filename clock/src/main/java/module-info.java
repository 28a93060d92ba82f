// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Converts readings of a cycle counter to time, with a bound. */
@NullMarked
@SuppressWarnings("requires-automatic") // OSGi's annotations
module org.cyclecounter.clock {
  requires transitive org.cyclecounter.api;
  requires org.cyclecounter.selector;
  requires static org.jspecify;
  requires static org.osgi.annotation.bundle;
  requires static org.osgi.annotation.versioning;

  exports org.cyclecounter.clock;
}
