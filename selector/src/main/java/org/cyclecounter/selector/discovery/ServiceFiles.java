// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import org.cyclecounter.selector.report.ProviderReasons;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;

/**
 * What service files on the class path list: asked where ServiceLoader fails, whose messages name
 * neither the file nor what to do.
 */
final class ServiceFiles {

  static final String FOLDER = "META-INF/services/";

  private static final int MAX_CAUSES = 10;

  private ServiceFiles() {}

  /** The class that a line names, and the service file with its JAR, for people. */
  record Line(String type, String file) {

    /**
     * Why ServiceLoader cannot use it, one sentence. Loads the class and does not initialise it.
     */
    String problem() {
      return ProviderReasons.notUsable(type, file, problemOfClass());
    }

    private String problemOfClass() {
      Class<?> found;
      try {
        found = Class.forName(type, false, ServiceFiles.class.getClassLoader());
      } catch (ClassNotFoundException e) {
        return ProviderReasons.NO_CLASS;
      } catch (LinkageError e) {
        return ProviderReasons.badClass(e);
      }
      if (!CycleCounterProvider.class.isAssignableFrom(found)) {
        return ProviderReasons.NO_PROVIDER;
      }
      try {
        if (Modifier.isPublic(found.getConstructor().getModifiers())) {
          return ProviderReasons.NOT_LOADED;
        }
      } catch (NoSuchMethodException e) {
        return ProviderReasons.NO_CONSTRUCTOR;
      } catch (LinkageError e) {
        return ProviderReasons.badClass(e);
      }
      return ProviderReasons.NO_CONSTRUCTOR;
    }
  }

  /** The line that an error of ServiceLoader is about; null where none is known. */
  static @Nullable Line lineOf(Throwable thrown) {
    Line found = null;
    try {
      String text = texts(thrown);
      for (Line line : lines(CycleCounterProvider.class.getName())) {
        boolean isNamed =
            text.contains(line.type()) || text.contains(line.type().replace('.', '/'));
        if (isNamed && (found == null || line.type().length() > found.type().length())) {
          found = line;
        }
      }
    } catch (RuntimeException | Error e) { // the class loader's, which fails as it did before
      return null;
    }
    return found;
  }

  private static String texts(Throwable thrown) {
    StringBuilder texts = new StringBuilder();
    Throwable e = thrown;
    for (int i = 0; i < MAX_CAUSES && e != null; i++) {
      texts.append(e).append('\n');
      e = e.getCause();
    }
    return texts.toString();
  }

  /** All lines that name a class, of the files for a service. */
  static List<Line> lines(String service) {
    List<Line> lines = new ArrayList<>();
    try {
      Enumeration<URL> files = ServiceFiles.class.getClassLoader().getResources(FOLDER + service);
      while (files.hasMoreElements()) {
        URL file = files.nextElement();
        try (InputStream in = file.openStream()) {
          for (String type : types(in)) {
            lines.add(new Line(type, FOLDER + service + jarOf(file)));
          }
        }
      }
    } catch (IOException e) {
      return lines; // what has been read
    }
    return lines;
  }

  /** The classes that a service file lists. */
  static List<String> types(InputStream file) throws IOException {
    List<String> types = new ArrayList<>();
    BufferedReader reader = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8));
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      int comment = line.indexOf('#');
      String type = (comment < 0 ? line : line.substring(0, comment)).strip();
      if (!type.isEmpty()) {
        types.add(type);
      }
    }
    return types;
  }

  private static String jarOf(URL file) {
    String path = file.getPath();
    int end = path.lastIndexOf("!/");
    return end < 0 ? "" : " of " + path.substring(path.lastIndexOf('/', end - 1) + 1, end);
  }
}
