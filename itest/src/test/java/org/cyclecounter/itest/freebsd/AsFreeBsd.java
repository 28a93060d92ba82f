// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.freebsd;

import org.cyclecounter.tools.cli.Main;

/**
 * The command line in a JVM that calls its system FreeBSD, on Linux. Java itself looks at the name
 * when it starts its first process, and knows no FreeBSD; so one is started before.
 */
public final class AsFreeBsd {

  private AsFreeBsd() {}

  /**
   * Runs the command line.
   *
   * @param arguments the command line's
   * @throws Exception if no process can be started
   */
  public static void main(String[] arguments) throws Exception {
    new ProcessBuilder("true").start().waitFor();
    System.setProperty("os.name", "FreeBSD");
    Main.main(arguments);
  }
}
