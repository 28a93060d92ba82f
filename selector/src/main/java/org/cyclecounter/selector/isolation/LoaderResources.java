// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.cyclecounter.selector.isolation.Protocol.Step;
import org.cyclecounter.selector.report.ChildReasons;
import org.jspecify.annotations.Nullable;

/**
 * Answers a child that asks this process's class loaders for classes and resources. One thread
 * answers, another adds class loaders.
 *
 * <p>In the child all classes of a provider have one class loader; here they may have several, and
 * see what the provider does not: a bundle that imports JNA sees the packages that JNA exports, but
 * neither its internal classes nor its native library. So what the class loader does not know is
 * looked for in those of the classes it has given.
 */
final class LoaderResources {

  /**
   * The most bytes of a class or resource that a child gets: half of its heap. Nothing but a native
   * library is as large.
   */
  static final int MAX_RESOURCE = 16 << 20;

  private static final String CLASS = ".class";

  /**
   * A class loader that the child may ask.
   *
   * @param classByPackage the first class given of each package: one is enough to find that
   *     package's class loader
   */
  private record Known(ClassLoader loader, Map<String, String> classByPackage) {}

  private final List<Known> known = new CopyOnWriteArrayList<>();

  /**
   * Begins with one class loader.
   *
   * @param selectors the one of the number {@link ChildTask#SELECTOR}
   */
  LoaderResources(ClassLoader selectors) {
    number(selectors);
  }

  /** Returns a class loader's number. By identity: its equals may be a provider's. */
  int number(ClassLoader loader) {
    int number = 0;
    while (number < known.size() && known.get(number).loader() != loader) {
      number++;
    }
    if (number == known.size()) {
      known.add(new Known(loader, new LinkedHashMap<>()));
    }
    return number;
  }

  /**
   * Answers whatever a class loader throws: it must not cost the other counters. Every question
   * gets one answer, or the child would wait until its time is up.
   *
   * @param question a class loader's number and the name of a resource
   */
  void answer(String question, DataOutputStream out) throws IOException {
    int blank = question.indexOf(' ');
    String name = question.substring(blank + 1);
    String problem = "";
    int end = ParentConnection.END;
    try (InputStream in = find(Integer.parseInt(question.substring(0, blank)), name)) {
      if (in == null) {
        end = ParentConnection.NOT_THERE;
      } else if (!sendPieces(in, out)) {
        problem = ChildReasons.tooLarge(name, MAX_RESOURCE >> 20);
      }
    } catch (Throwable e) { // of the child's input as well, which the next line throws again
      problem = ChildReasons.loaderThrew(name, e);
    }
    out.writeInt(end);
    if (end == ParentConnection.END) {
      out.writeUTF(Protocol.shorten(Step.RESOURCE, problem));
    }
    out.flush();
  }

  /**
   * Sends a resource in pieces: a child that asks for a file of any size must not fill the
   * program's heap.
   *
   * @return true if that is all of it
   */
  private static boolean sendPieces(InputStream in, DataOutputStream out) throws IOException {
    byte[] piece = new byte[ParentConnection.PIECE];
    int left = MAX_RESOURCE;
    // A read that returns nothing would be tried for ever.
    for (int length; (length = in.read(piece)) > 0; left -= length) {
      if (left <= 0) {
        return false;
      }
      out.writeInt(length);
      out.write(piece, 0, length);
    }
    return true;
  }

  /**
   * Opens a resource, also of the other class loaders; null for none. Third-party code: it may
   * throw anything, and the stream may have no end.
   */
  @Nullable InputStream find(int number, String name) {
    Known asked = known.get(number);
    InputStream found = asked.loader().getResourceAsStream(name);
    if (found == null) {
      for (ClassLoader other : others(asked)) {
        found = found == null ? other.getResourceAsStream(name) : found;
      }
    } else if (name.endsWith(CLASS)) {
      String type = name.substring(0, name.length() - CLASS.length()).replace('/', '.');
      asked.classByPackage().putIfAbsent(type.substring(0, type.lastIndexOf('.') + 1), type);
    }
    return found;
  }

  /**
   * Lists the class loaders that have defined the classes given so far; loads, but runs nothing.
   */
  private static List<ClassLoader> others(Known asked) {
    ClassLoader loader = asked.loader();
    List<ClassLoader> others = new ArrayList<>();
    for (String type : asked.classByPackage().values()) {
      try {
        ClassLoader other = Class.forName(type, false, loader).getClassLoader();
        boolean isKnown = other == loader || others.stream().anyMatch(earlier -> earlier == other);
        if (other != null && !isKnown) { // by identity: equals may be a provider's
          others.add(other);
        }
      } catch (ClassNotFoundException | RuntimeException | Error e) {
        continue; // it cannot be used here either
      }
    }
    return others;
  }
}
