// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Reports.Rejected;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.spi.CycleCounterProvider;

/**
 * Reads the service files on the class path. Used after ServiceLoader has failed, because its
 * messages name neither the file nor a remedy.
 */
public final class ServiceFiles {

  private static final String FILE = "META-INF/services/" + CycleCounterProvider.class.getName();

  private ServiceFiles() {}

  /**
   * A line of a service file.
   *
   * @param type the class that it names
   * @param file the service file with its JAR, for people
   */
  record Line(String type, String file) {

    /**
     * Explains why ServiceLoader cannot use the line. Loads the class without initialising it, so
     * none of its code runs.
     */
    Rejection rejection() {
      try {
        Class<?> provider = Class.forName(type, false, ServiceFiles.class.getClassLoader());
        boolean isProvider = CycleCounterProvider.class.isAssignableFrom(provider);
        Object constructor = isProvider ? provider.getConstructor() : null; // throws without one
        return Rejection.of(constructor == null ? Code.NO_PROVIDER : Code.NOT_LOADED, type, file);
      } catch (ClassNotFoundException e) {
        return Rejection.of(Code.NO_CLASS, type, file);
      } catch (NoSuchMethodException e) {
        return Rejection.of(Code.NO_CONSTRUCTOR, type, file);
      } catch (UnsupportedClassVersionError e) {
        return Rejection.of(Code.LATER_JAVA, type, file, "" + Runtime.version().feature());
      } catch (LinkageError e) {
        return Rejection.of(Code.BAD_CLASS, type, file, Failures.of("", e));
      }
    }
  }

  /**
   * Rejects what ServiceLoader could not load: the line that its error is about. That is the one
   * whose class its messages name, the longest of several, because one class's name may be the
   * beginning of another's.
   */
  static Rejected rejected(Throwable thrown) {
    try {
      String text = thrown + "\n" + thrown.getCause();
      Line named =
          lines().stream()
              .filter(
                  line ->
                      text.contains(line.type()) || text.contains(line.type().replace('.', '/')))
              .max(Comparator.comparingInt(line -> line.type().length()))
              .orElse(null);
      if (named != null) {
        return new Rejected(named.type(), named.rejection());
      }
    } catch (RuntimeException | Error e) {
      Log.debug("service files cannot be read", e); // the class loader fails as it did before
    }
    return new Rejected("provider", Failures.notLoaded(thrown));
  }

  /** Lists the lines that name a class, of all files; those read before an error. */
  private static List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    try {
      for (URL file : Collections.list(ServiceFiles.class.getClassLoader().getResources(FILE))) {
        try (InputStream in = file.openStream()) {
          for (String type : types(in)) {
            lines.add(new Line(type, FILE + jarOf(file)));
          }
        }
      }
    } catch (IOException e) {
      // An unreadable service file only shortens the message: report the lines read so far.
    }
    return lines;
  }

  /** Lists the classes that a service file names, by the grammar of ServiceLoader, unchecked. */
  public static List<String> types(InputStream file) throws IOException {
    return new String(file.readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .map(line -> line.split("#", 2)[0].strip())
        .filter(type -> !type.isEmpty())
        .toList();
  }

  /** Returns the JAR's name, from "jar:file:/lib/x.jar!/META-INF/..."; empty for a directory. */
  private static String jarOf(URL file) {
    String path = file.getPath();
    int end = path.lastIndexOf("!/");
    return end < 0 ? "" : " of " + path.substring(path.lastIndexOf('/', end - 1) + 1, end);
  }
}
