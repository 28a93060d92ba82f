// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Counts the instructions that compiled code executes, exactly. */
@NullMarked
// OSGi's annotations and JMH are automatic modules; constant-time and tools are compiled later.
@SuppressWarnings({"requires-automatic", "module"})
module org.cyclecounter.instructions {
  requires jdk.management;
  requires org.cyclecounter.api;
  requires static jmh.core;
  requires static org.jspecify;
  requires static org.osgi.annotation.bundle;
  requires static org.osgi.annotation.versioning;

  exports org.cyclecounter.instructions;
  exports org.cyclecounter.instructions.baseline to
      org.cyclecounter.tools;
  exports org.cyclecounter.instructions.count to
      org.cyclecounter.tools;
  exports org.cyclecounter.instructions.jmh to
      jmh.core;
  exports org.cyclecounter.instructions.stepping to
      org.cyclecounter.constanttime,
      org.cyclecounter.tools;
}
