// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.itest.stress.PthreadKeys;

/**
 * Deploys the counters again and again, each time in a new class loader, and counts perf events of
 * a thread there; says how many readings were 0 or refused, and how many pthread keys are used up.
 */
public final class Redeployments {

  /** Class loaders that wait for the garbage collector, each with its libraries. */
  private static final int UNCOLLECTED = 50;

  private static final long LIMIT_NS = 60_000_000_000L;

  private Redeployments() {}

  public static void main(String[] arguments) throws Exception {
    List<URL> path = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (entry.matches(".*cyclecounter-(api|x86)-.*\\.jar")) {
        path.add(Path.of(entry).toUri().toURL());
      }
    }
    List<String> wrong = new ArrayList<>();
    deploy(path, wrong); // once, for what a process makes once
    int freeBefore = PthreadKeys.free();
    int deployments = Integer.parseInt(arguments[0]);
    for (int i = 1; i <= deployments; i++) {
      Thread thread = new Thread(() -> deploy(path, wrong));
      thread.start();
      thread.join();
      if (i % UNCOLLECTED == 0) {
        System.gc();
      }
    }
    long untilNs = System.nanoTime() + LIMIT_NS;
    while (PthreadKeys.free() < freeBefore && System.nanoTime() - untilNs < 0) {
      System.gc();
      Thread.sleep(100);
    }
    System.out.println("wrong: " + wrong.size() + wrong.stream().limit(3).toList());
    System.out.println("keys: " + (freeBefore - PthreadKeys.free()));
  }

  private static void deploy(List<URL> path, List<String> wrong) {
    try (var loader =
        new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Class<?> type = loader.loadClass("org.cyclecounter.x86.X86Provider");
      Class<?> source = loader.loadClass("org.cyclecounter.spi.CounterSource");
      Class<?> ticks = loader.loadClass("org.cyclecounter.spi.TickSource");
      Object provider = type.getConstructor().newInstance();
      for (Object counter : (List<?>) type.getMethod("counters").invoke(provider)) {
        if (String.valueOf(source.getMethod("name").invoke(counter)).matches("amd64-(perf)?pmc")) {
          Object open = source.getMethod("open").invoke(counter);
          if (ticks.getMethod("ticks").invoke(open).equals(0L)) {
            wrong.add("0");
          }
          ticks.getMethod("close").invoke(open);
        }
      }
    } catch (Exception e) {
      wrong.add(e + " " + e.getCause());
    }
  }
}
