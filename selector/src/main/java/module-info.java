// SPDX-License-Identifier: Apache-2.0
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.service.CpuCyclesCounter;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.NullMarked;

/** Finds the cycle counters on the path, tries each safely, and takes the best. */
@NullMarked
// OSGi's JARs are automatic modules, needed to compile only; the modules bench, tools and tck are
// compiled later.
@SuppressWarnings({"requires-automatic", "module"})
module org.cyclecounter.selector {
  requires transitive org.cyclecounter.api;
  requires static org.jspecify;
  requires static org.osgi.annotation.bundle;
  requires static org.osgi.annotation.versioning;
  requires static org.osgi.service.cm;
  requires static osgi.core;

  exports org.cyclecounter.selector;
  exports org.cyclecounter.selector.child to
      org.cyclecounter.tck;
  exports org.cyclecounter.selector.counting to
      org.cyclecounter.bench,
      org.cyclecounter.diagnostics;
  exports org.cyclecounter.selector.isolation to
      org.cyclecounter.tck;
  exports org.cyclecounter.selector.support to
      org.cyclecounter.diagnostics,
      org.cyclecounter.tck,
      org.cyclecounter.tools;
  exports org.cyclecounter.selector.natives to
      org.cyclecounter.tools;
  exports org.cyclecounter.selector.report to
      org.cyclecounter.diagnostics,
      org.cyclecounter.tck,
      org.cyclecounter.tools;
  exports org.cyclecounter.selector.scoring to
      org.cyclecounter.diagnostics;

  provides CycleCounter with
      CpuCyclesCounter;

  uses CycleCounterProvider;
}
