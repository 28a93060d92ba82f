// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.report.Families;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Reports.Rejected;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;

/**
 * Reads the service files on the class path. A class path of its own, without modules of the
 * program's, needs no ServiceLoader, which costs a starting JVM more than all that it finds: cold
 * start 16. Where it is used and has failed, they tell why: its messages name neither the file nor
 * a remedy.
 */
public final class ServiceFiles {

  private static final String FILE = "META-INF/services/" + CycleCounterProvider.class.getName();

  private static final ClassLoader LOADER = ServiceFiles.class.getClassLoader();

  private ServiceFiles() {}

  /**
   * A line of a service file.
   *
   * @param type the class that it names
   * @param file the service file with its JAR, for people
   */
  record Line(String type, String file) {

    /** Loads the class without initialising it, so none of its code runs. */
    private @Nullable Class<?> load() throws ReflectiveOperationException {
      Class<?> provider = Class.forName(type, false, LOADER);
      boolean isProvider = CycleCounterProvider.class.isAssignableFrom(provider);
      Object constructor = isProvider ? provider.getConstructor() : null; // throws without one
      return constructor == null ? null : provider;
    }

    /** Explains why ServiceLoader cannot use the line. */
    Rejection rejection() {
      try {
        return Rejection.of(load() == null ? Code.NO_PROVIDER : Code.NOT_LOADED, type, file);
      } catch (ClassNotFoundException e) {
        return Rejection.of(Code.NO_CLASS, type, file);
      } catch (ReflectiveOperationException e) {
        return Rejection.of(Code.NO_CONSTRUCTOR, type, file);
      } catch (UnsupportedClassVersionError e) {
        return Rejection.of(Code.LATER_JAVA, type, file, "" + Runtime.version().feature());
      } catch (LinkageError e) {
        return Rejection.of(Code.BAD_CLASS, type, file, Failures.of("", e));
      }
    }
  }

  /**
   * Finds the providers that a class path names, if nothing else can have any: as ServiceLoader
   * does, but that a bad line costs itself alone, and without ours that have no counter for this
   * processor.
   *
   * @param unloaded takes the lines that name no provider
   * @return false for a module path, a class loader of the program's, and files that cannot be read
   */
  static boolean search(List<ProviderHandle> found, List<Rejected> unloaded) {
    List<Line> lines = new ArrayList<>();
    try {
      if (!isOnPlainClassPath() || !read(System.getProperty("java.class.path", ""), lines)) {
        return false;
      }
    } catch (IOException | SecurityException e) {
      return false;
    }
    Set<String> types = new HashSet<>();
    for (Line line : lines) {
      if (types.add(line.type()) && !Families.isOfAnotherProcessor(line.type())) {
        Class<?> type = null;
        try {
          type = line.load();
        } catch (ReflectiveOperationException | LinkageError e) {
          Log.debug("a provider cannot be loaded", e);
        }
        if (type == null) {
          unloaded.add(new Rejected(line.type(), line.rejection()));
        } else {
          found.add(new LoadedProvider(type, true, null));
        }
      }
    }
    return !types.isEmpty();
  }

  /**
   * Rejects what modules name in service files alone: ServiceLoader reads their descriptors only.
   */
  static void addNotProvided(ModuleLayer layer, List<Rejected> rejected) {
    for (Module module : layer.modules()) {
      String name = module.getName();
      try (InputStream file = isOfJava(name) ? null : module.getResourceAsStream(FILE)) {
        for (String type : file == null ? List.<String>of() : types(file)) {
          boolean isProvided = false;
          for (ModuleDescriptor.Provides provides : module.getDescriptor().provides()) {
            isProvided |= provides.providers().contains(type);
          }
          if (!isProvided) {
            rejected.add(new Rejected(type, Rejection.of(Code.NOT_PROVIDED, type, name)));
          }
        }
      } catch (IOException e) {
        Log.debug("a service file cannot be read", e);
      }
    }
  }

  private static boolean isOfJava(String module) {
    return module.startsWith("java.") || module.startsWith("jdk.");
  }

  /** Returns true if no module but Java's own can provide anything. */
  private static boolean isOnPlainClassPath() {
    boolean isPlain =
        !ServiceFiles.class.getModule().isNamed() && LOADER == ClassLoader.getSystemClassLoader();
    for (Module module : isPlain ? ModuleLayer.boot().modules() : Set.<Module>of()) {
      isPlain &= isOfJava(module.getName());
    }
    return isPlain;
  }

  /**
   * Adds the lines of a class path's JARs and folders: its class loader would look in every module
   * of the JDK, too.
   *
   * @return false if a JAR's manifest names others
   */
  static boolean read(String classPath, List<Line> lines) throws IOException {
    for (String entry : classPath.split(File.pathSeparator)) {
      File path = new File(entry).getAbsoluteFile(); // an empty entry is the working directory
      File file = new File(path, FILE);
      if (file.isFile()) {
        add(lines, new FileInputStream(file), "");
      } else if (path.isFile()) {
        try (ZipFile jar = new ZipFile(path)) {
          ZipEntry services = jar.getEntry(FILE);
          if (services != null) {
            add(lines, jar.getInputStream(services), " of " + path.getName());
          }
          ZipEntry manifest = jar.getEntry(JarFile.MANIFEST_NAME);
          if (manifest != null && hasClassPath(jar.getInputStream(manifest))) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Looks for the attribute {@code Class-Path}, in few steps: a starting JVM interprets each. */
  private static boolean hasClassPath(InputStream manifest) throws IOException {
    String text = '\n' + text(manifest, StandardCharsets.ISO_8859_1).replace('\r', '\n');
    int hyphen = text.indexOf('-');
    while (hyphen >= 0 && !text.regionMatches(true, hyphen - 6, "\nClass-Path:", 0, 12)) {
      hyphen = text.indexOf('-', hyphen + 1);
    }
    return hyphen >= 0;
  }

  /**
   * Rejects what ServiceLoader could not load: the line that its error is about. That is the one
   * whose class its messages name, the longest of several, because one class's name may be the
   * beginning of another's.
   */
  static Rejected rejected(Throwable thrown) {
    try {
      String text = thrown + "\n" + thrown.getCause();
      List<Line> lines = new ArrayList<>();
      read(lines);
      Line named = null;
      for (Line line : lines) {
        String type = line.type();
        if ((text.contains(type) || text.contains(type.replace('.', '/')))
            && (named == null || type.length() > named.type().length())) {
          named = line;
        }
      }
      if (named != null) {
        return new Rejected(named.type(), named.rejection());
      }
    } catch (RuntimeException | Error e) {
      Log.debug("service files cannot be read", e); // the class loader fails as it did before
    }
    return new Rejected("provider", Failures.notLoaded(thrown));
  }

  /** Adds the lines that name a class, of all files; those before an error. */
  private static void read(List<Line> lines) {
    try {
      for (URL file : Collections.list(LOADER.getResources(FILE))) {
        // The JAR's name, from "jar:file:/lib/x.jar!/META-INF/..."; none for a folder.
        String path = file.getPath();
        int end = path.lastIndexOf("!/");
        String of = end < 0 ? "" : " of " + path.substring(path.lastIndexOf('/', end - 1) + 1, end);
        add(lines, file.openStream(), of);
      }
    } catch (IOException e) {
      // An unreadable service file only shortens the message: report the lines read so far.
    }
  }

  private static void add(List<Line> lines, InputStream file, String of) throws IOException {
    for (String type : types(file)) {
      lines.add(new Line(type, FILE + of));
    }
  }

  /** Lists the classes that a service file names, by the grammar of ServiceLoader, unchecked. */
  public static List<String> types(InputStream file) throws IOException {
    String text = text(file, StandardCharsets.UTF_8).replace('\r', '\n');
    List<String> types = new ArrayList<>();
    for (int start = 0, end = 0; start < text.length(); start = end + 1) {
      end = text.indexOf('\n', start);
      end = end < 0 ? text.length() : end;
      int comment = text.indexOf('#', start);
      String type = text.substring(start, comment < 0 ? end : Math.min(comment, end)).strip();
      if (!type.isEmpty()) {
        types.add(type);
      }
    }
    return types;
  }

  private static String text(InputStream file, Charset charset) throws IOException {
    try (file) {
      return new String(file.readAllBytes(), charset);
    }
  }
}
