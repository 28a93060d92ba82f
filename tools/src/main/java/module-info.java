// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** The command line. */
@NullMarked
module org.cyclecounter.tools {
  requires org.cyclecounter.api;
  requires org.cyclecounter.bench;
  requires org.cyclecounter.constanttime;
  requires org.cyclecounter.diagnostics;
  requires org.cyclecounter.instructions;
  requires org.cyclecounter.selector;
  requires info.picocli;
  requires java.se; // for operations, as are the next: measure runs them in this process
  requires jdk.httpserver;
  requires jdk.net;
  requires jdk.unsupported;
  requires static org.jspecify;

  opens org.cyclecounter.tools.cli to
      info.picocli;
  opens org.cyclecounter.tools.command to
      info.picocli;
  opens org.cyclecounter.tools.measure to
      info.picocli;
  opens org.cyclecounter.tools.compiled to
      info.picocli;
}
