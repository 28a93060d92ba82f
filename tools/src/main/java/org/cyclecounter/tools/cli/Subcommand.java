// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

/**
 * A further command of the command line, found by {@link java.util.ServiceLoader}: how a module
 * that builds on the selector adds to its one command line.
 */
@FunctionalInterface
public interface Subcommand {

  /** An object of a class annotated as a picocli command. */
  Object command();
}
