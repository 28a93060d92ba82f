// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** The interfaces that users and providers of cycle counters compile against. */
@NullMarked
// Annotations are needed to compile this module only: javac ignores those of a class file that it
// cannot find, as long as they have no elements, so that users need none of these modules.
@SuppressWarnings("requires-automatic") // OSGi's annotations
module org.cyclecounter.api {
  requires static org.jspecify;
  requires static org.osgi.annotation.bundle;
  requires static org.osgi.annotation.versioning;

  exports org.cyclecounter;
  exports org.cyclecounter.spi;
  exports org.cyclecounter.spi.nativelib;
}
