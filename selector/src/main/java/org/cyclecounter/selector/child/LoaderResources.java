// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.support.ProviderText;
import org.jspecify.annotations.Nullable;

/**
 * Answers a child that asks this process's class loaders for classes and resources. One thread
 * answers, another adds class loaders.
 *
 * <p>In the child all classes of a provider have one class loader; here they may have several, some
 * of which see more: a bundle that imports JNA sees the packages that JNA exports, but neither its
 * internal classes nor its native library. So a resource that the class loader does not find is
 * searched for in the class loaders of the classes that it has given.
 */
final class LoaderResources {

  /**
   * The most bytes of a class or resource that a child gets: a quarter of its heap. Only a native
   * library is as large.
   */
  static final int MAX_RESOURCE = 8 << 20;

  /** The longest reason why there is no resource, in characters. */
  private static final int MAX_TEXT = 1000;

  private static final String CLASS = ".class";

  /**
   * A class loader that the child may ask.
   *
   * @param classByPackage the first class given of each package: one is enough to find that
   *     package's class loader
   */
  private record ExportedLoader(ClassLoader loader, Map<String, String> classByPackage) {}

  private final List<ExportedLoader> loaders = new CopyOnWriteArrayList<>();

  /**
   * Exports one class loader.
   *
   * @param main gets the number {@link PipeClassLoader#MAIN}
   */
  LoaderResources(ClassLoader main) {
    int unused = number(main);
  }

  /** Returns a class loader's number. By identity: its equals may be a provider's. */
  int number(ClassLoader loader) {
    int number = 0;
    while (number < loaders.size() && loaders.get(number).loader() != loader) {
      number++;
    }
    if (number == loaders.size()) {
      loaders.add(new ExportedLoader(loader, new LinkedHashMap<>()));
    }
    return number;
  }

  /**
   * Answers a question, even if the class loader throws: every question gets one answer, or the
   * child would wait until its time is up.
   *
   * @param question of the type {@link Frame#ASK}
   */
  Frame answer(Frame question) {
    String[] texts = question.texts();
    String name = texts[texts.length - 1];
    String problem = " is larger than the 8 MB that a child JVM can load from its class loader";
    try (InputStream in = find(Integer.parseInt(texts[0]), name)) {
      if (in == null) {
        return new Frame(Frame.FAILED, "");
      }
      byte[] bytes = in.readNBytes(MAX_RESOURCE + 1);
      if (bytes.length <= MAX_RESOURCE) {
        return new Frame(Frame.RESOURCE, bytes);
      }
    } catch (Throwable e) {
      problem = " cannot be loaded from its class loader: " + Failures.of("", e);
    }
    return new Frame(Frame.FAILED, ProviderText.shorten(name + problem, MAX_TEXT));
  }

  /**
   * Opens a resource, also of the other class loaders; null for none. Third-party code: it may
   * throw anything, and the stream may have no end.
   */
  @Nullable InputStream find(int number, String name) {
    ExportedLoader asked = loaders.get(number);
    InputStream found = asked.loader().getResourceAsStream(name);
    if (found != null && name.endsWith(CLASS)) {
      String type = name.substring(0, name.length() - CLASS.length()).replace('/', '.');
      asked.classByPackage().putIfAbsent(type.substring(0, type.lastIndexOf('.') + 1), type);
    }
    for (String type : asked.classByPackage().values()) {
      ClassLoader other = found == null ? definer(type, asked.loader()) : null;
      found = other == null ? found : other.getResourceAsStream(name);
    }
    return found;
  }

  /** Finds the class loader that has defined a class; loads, but runs nothing. */
  private static @Nullable ClassLoader definer(String type, ClassLoader loader) {
    try {
      return Class.forName(type, false, loader).getClassLoader();
    } catch (ClassNotFoundException | RuntimeException | Error e) {
      return null; // it cannot be used here either
    }
  }
}
