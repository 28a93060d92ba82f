// SPDX-License-Identifier: Apache-2.0
package com.example;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Callable;

/**
 * Of another project, so that a child JVM asks its class loader for it, whatever the class path:
 * needs another class, and a file.
 */
public final class PluginTask implements Callable<String> {

  @Override
  public String call() throws IOException {
    try (InputStream in = PluginTask.class.getResourceAsStream("/large.bin")) {
      return new Helper() + (in == null ? "no file" : in.readAllBytes().length + " bytes");
    }
  }

  /** A class that is needed late. */
  static final class Helper {
    @Override
    public String toString() {
      return "helped ";
    }
  }

  /** Needs it while its JVM exits. */
  public static final class Hook implements Callable<String> {
    @Override
    public String call() {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.print(new Helper())));
      return "";
    }
  }
}
