import org.jspecify.annotations.NullMarked;

/** What users and providers of cycle counters compile against. */
@NullMarked
// The OSGi annotations are automatic modules, needed to compile only.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module org.cyclecounter.api {
  requires static transitive org.jspecify;
  requires static transitive org.osgi.annotation.bundle;
  requires static transitive org.osgi.annotation.versioning;

  exports org.cyclecounter;
  exports org.cyclecounter.spi;
  exports org.cyclecounter.spi.nativelib;
}
