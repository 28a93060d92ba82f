// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Counts the instructions that compiled code executes, exactly and without a PMU. */
@NullMarked
// OSGi's annotations are automatic modules; the module tools is compiled later.
@SuppressWarnings({"requires-automatic", "module"})
module org.cyclecounter.trace {
  requires java.management;
  requires org.cyclecounter.api;
  requires static org.jspecify;
  requires static org.osgi.annotation.bundle;
  requires static org.osgi.annotation.versioning;

  exports org.cyclecounter.trace;
  exports org.cyclecounter.trace.child to
      org.cyclecounter.tools;
}
