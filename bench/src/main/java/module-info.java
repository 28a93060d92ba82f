// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Measures a piece of code in cycles. */
@NullMarked
// JMH and the OSGi annotations are automatic modules; the module tools is compiled later.
@SuppressWarnings({"requires-automatic", "module"})
module org.cyclecounter.bench {
  requires transitive org.cyclecounter.api;
  requires transitive org.cyclecounter.selector;
  requires jdk.management;
  requires static jmh.core;
  requires static org.jspecify;
  requires static org.osgi.annotation.bundle;
  requires static org.osgi.annotation.versioning;

  exports org.cyclecounter.bench;
  exports org.cyclecounter.bench.measuring to
      org.cyclecounter.tools;
  exports org.cyclecounter.bench.timer to
      org.cyclecounter.tools;
  exports org.cyclecounter.bench.jmh to
      jmh.core;
}
