import org.cyclecounter.bench.cli.OverheadCommand;
import org.cyclecounter.selector.cli.Subcommand;
import org.jspecify.annotations.NullMarked;

/** Measures a piece of code in cycles. */
@NullMarked
@SuppressWarnings("requires-automatic") // the OSGi annotations are automatic modules
module org.cyclecounter.bench {
  requires transitive org.cyclecounter.api;
  requires org.cyclecounter.selector;
  requires info.picocli;
  requires static org.jspecify;
  requires static org.osgi.annotation.bundle;
  requires static org.osgi.annotation.versioning;

  exports org.cyclecounter.bench;

  opens org.cyclecounter.bench.cli to
      info.picocli;

  provides Subcommand with
      OverheadCommand;
}
