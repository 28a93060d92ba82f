import org.jspecify.annotations.NullMarked;

/** What users and providers of cycle counters compile against. */
@NullMarked
@SuppressWarnings("requires-automatic") // the OSGi annotations are automatic modules, needed to compile only
module org.cyclecounter.api {
  requires static org.jspecify;
  requires static org.osgi.annotation.bundle;
  requires static org.osgi.annotation.versioning;

  exports org.cyclecounter;
  exports org.cyclecounter.spi;
  exports org.cyclecounter.spi.nativelib;
}
