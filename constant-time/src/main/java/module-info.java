// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Checks whether compiled code depends on a secret. */
@NullMarked
// OSGi's annotations are automatic modules; tools is compiled later.
@SuppressWarnings({"requires-automatic", "module"})
module org.cyclecounter.constanttime {
  requires org.cyclecounter.api;
  requires org.cyclecounter.instructions;
  requires static org.jspecify;
  requires static org.osgi.annotation.bundle;
  requires static org.osgi.annotation.versioning;

  exports org.cyclecounter.constanttime;
  exports org.cyclecounter.constanttime.check to
      org.cyclecounter.tools;
}
