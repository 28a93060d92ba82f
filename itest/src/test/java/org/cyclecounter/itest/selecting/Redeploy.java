// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import com.example.webapp.App;
import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Deploys and undeploys a web application, and says what is left of it. */
public final class Redeploy {

  private static final int DEPLOYMENTS = 8;
  private static final long LIMIT_NS = 15_000_000_000L;

  private Redeploy() {}

  /**
   * Runs.
   *
   * @param arguments {@code useStatic}, with everything in the application, or {@code useSelected},
   *     with all but the application shared
   * @throws Exception if it cannot be deployed
   */
  public static void main(String[] arguments) throws Exception {
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    for (int i = 0; i < DEPLOYMENTS; i++) {
      loaders.add(deploy(arguments[0]));
    }
    BooleanSupplier collected = () -> loaders.stream().allMatch(loader -> loader.get() == null);
    collectUntil(collected);
    collectUntil(() -> threads().isEmpty());
    long gone = loaders.stream().filter(loader -> loader.get() == null).count();
    for (int i = 0; i < DEPLOYMENTS; i++) {
      if (loaders.get(i).get() != null) {
        FirstUse.say("kept", "loader " + (i + 1));
      }
    }
    FirstUse.say("collected", gone + " of " + DEPLOYMENTS);
    FirstUse.say("threads", threads().toString());
    FirstUse.say("ended", "yes");
  }

  private static WeakReference<ClassLoader> deploy(String method) throws Exception {
    ClassLoader loader =
        method.equals("useStatic")
            ? alone()
            : new StoppedLoader.Loader(Redeploy.class.getClassLoader(), false);
    Thread thread = new Thread(() -> run(loader, method));
    thread.setContextClassLoader(loader);
    thread.start();
    thread.join();
    if (loader instanceof URLClassLoader closeable) {
      closeable.close();
    }
    return new WeakReference<>(loader);
  }

  private static void run(ClassLoader loader, String method) {
    try {
      loader.loadClass(App.class.getName()).getMethod(method).invoke(null);
    } catch (InvocationTargetException e) {
      FirstUse.say("failed", e.getCause().toString());
    } catch (ReflectiveOperationException e) {
      FirstUse.say("failed", e.toString());
    }
  }

  /** A copy of the application and every JAR of the project, all of it in this loader. */
  private static URLClassLoader alone() throws IOException {
    List<URL> path = new ArrayList<>();
    Path application = Files.createDirectories(Path.of("application/com/example/webapp"));
    Path classes = Program.TESTS.resolve("com/example/webapp");
    try (Stream<Path> files = Files.list(classes)) {
      for (Path file : files.toList()) {
        Path copy = application.resolve(file.getFileName().toString());
        if (!Files.exists(copy)) {
          Files.copy(file, copy);
        }
      }
    }
    path.add(Path.of("application").toUri().toURL());
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (entry.endsWith(".jar")) {
        path.add(Path.of(entry).toUri().toURL());
      }
    }
    return new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  private static void collectUntil(BooleanSupplier done) throws InterruptedException {
    long untilNs = System.nanoTime() + LIMIT_NS;
    while (!done.getAsBoolean() && System.nanoTime() - untilNs < 0) {
      System.gc();
      Thread.sleep(100);
    }
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("cyclecounter"))
        .toList();
  }
}
