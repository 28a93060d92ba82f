// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** The program: command line, pages, doctor, live view; shell commands and inventory for OSGi. */
@NullMarked
@SuppressWarnings("requires-automatic") // OSGi's JARs, needed to compile only
module org.cyclecounter.tools {
  requires org.cyclecounter.api;
  requires org.cyclecounter.bench;
  requires org.cyclecounter.constanttime;
  requires org.cyclecounter.instructions;
  requires org.cyclecounter.selector;
  requires info.picocli;
  requires static org.apache.felix.gogo.runtime;
  requires static org.apache.felix.inventory;
  requires static org.jspecify;
  requires static osgi.core;

  opens org.cyclecounter.tools.cli to
      info.picocli;
  opens org.cyclecounter.tools.command to
      info.picocli;
  opens org.cyclecounter.tools.measure to
      info.picocli;
  opens org.cyclecounter.tools.compiled to
      info.picocli;
}
