// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Shows what compiled code executes: exact counts of instructions, dependence on secrets. */
@NullMarked
// OSGi's annotations and JMH are automatic modules; the module tools is compiled later.
@SuppressWarnings({"requires-automatic", "module"})
module org.cyclecounter.trace {
  requires java.management;
  requires org.cyclecounter.api;
  requires static jmh.core;
  requires static org.jspecify;
  requires static org.osgi.annotation.bundle;
  requires static org.osgi.annotation.versioning;

  exports org.cyclecounter.trace;
  exports org.cyclecounter.trace.baseline to
      org.cyclecounter.tools;
  exports org.cyclecounter.trace.child to
      org.cyclecounter.tools;
  exports org.cyclecounter.trace.jmh to
      jmh.core;
  exports org.cyclecounter.trace.secret to
      org.cyclecounter.tools;
}
