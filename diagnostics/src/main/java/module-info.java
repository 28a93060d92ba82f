// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Describes a machine, a selection and a measurement, to people and machines. */
@NullMarked
// OSGi's JARs, needed to compile only; the module tools is compiled later.
@SuppressWarnings({"requires-automatic", "module"})
module org.cyclecounter.diagnostics {
  requires org.cyclecounter.api;
  requires org.cyclecounter.bench;
  requires org.cyclecounter.selector;
  requires static org.apache.felix.gogo.runtime;
  requires static org.apache.felix.inventory;
  requires static org.jspecify;
  requires static osgi.core;

  exports org.cyclecounter.diagnostics.doctor to
      org.cyclecounter.tools;
  exports org.cyclecounter.diagnostics.machine to
      org.cyclecounter.tools;
  exports org.cyclecounter.diagnostics.observe to
      org.cyclecounter.tools;
  exports org.cyclecounter.diagnostics.output to
      org.cyclecounter.tools;
  exports org.cyclecounter.diagnostics.page to
      org.cyclecounter.tools;
  exports org.cyclecounter.diagnostics.text to
      org.cyclecounter.tools;
}
