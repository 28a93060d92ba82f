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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Deploys and undeploys a web application, and prints its remains. */
public final class Redeploy {

  private static final int DEPLOYMENTS = 3;
  private static final long LIMIT_NS = 120_000_000_000L;

  private Redeploy() {}

  /**
   * Runs.
   *
   * @param arguments none
   * @throws Exception if it cannot be deployed
   */
  public static void main(String[] arguments) throws Exception {
    Map<WeakReference<ClassLoader>, String> loaders = new LinkedHashMap<>();
    for (int i = 0; i < DEPLOYMENTS; i++) {
      loaders.put(deploy(alone(), "useStatic"), "everything in application " + i);
      loaders.put(deploy(new Loader(), "useSelected"), "all but application " + i + " shared");
    }
    collectUntil(() -> loaders.keySet().stream().allMatch(loader -> loader.get() == null));
    collectUntil(() -> threads().isEmpty());
    loaders.forEach(
        (loader, words) -> {
          if (loader.get() != null) {
            FirstUse.say("kept", words);
          }
        });
    FirstUse.say("threads", threads().toString());
    FirstUse.say("ended", "yes");
  }

  /** Defines the application's classes itself. */
  private static final class Loader extends ClassLoader {

    private static final String APPLICATION = App.class.getName();

    Loader() {
      super(Redeploy.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(APPLICATION)) {
        return super.loadClass(name, resolve);
      }
      try {
        byte[] bytes = Jars.bytes(App.class);
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  private static WeakReference<ClassLoader> deploy(ClassLoader loader, String method)
      throws Exception {
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
    Files.write(application.resolve("App.class"), Jars.bytes(App.class));
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
