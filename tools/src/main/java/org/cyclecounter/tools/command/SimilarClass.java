// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the class that somebody means by a name that is none: its simple name, or its file. Looks
 * into the entries of {@code --class-path} only, and initialises nothing.
 *
 * @param name the class's full name
 * @param folder the folder to have on the class path for it; null if it is there already
 */
record SimilarClass(String name, @Nullable Path folder) {

  private static final String ENDING = ".class";

  /** HotSpot's words for a class whose file says that it belongs elsewhere. */
  private static final Pattern WRONG_NAME = Pattern.compile("wrong name: ([^)\\s]+)");

  /** Returns the words for the command line, which end with the class path if it has to change. */
  String words(String method) {
    String words = name + (method.isEmpty() ? "" : "#" + method);
    return folder == null ? words : words + " --class-path " + shown(folder);
  }

  /** Returns the class that a file of this name holds; empty if there is no such file. */
  static Optional<SimilarClass> ofFile(String name) {
    File file = new File(name); // no Path, which may not have such a name
    return name.endsWith(ENDING) && file.isFile()
        ? nameWithin(file.toPath().toAbsolutePath())
        : Optional.empty();
  }

  /** Returns the class of which an error of the class loader says that it belongs elsewhere. */
  static Optional<SimilarClass> ofError(LinkageError error, String name, ClassLoader loader) {
    Path file = file(name, loader);
    Matcher right = WRONG_NAME.matcher(String.valueOf(error.getMessage()));
    return file != null && right.find() ? Optional.of(of(right.group(1), file)) : Optional.empty();
  }

  /** Returns the first class of a simple name in the loader's own entries. */
  static Optional<SimilarClass> ofSimpleName(String name, ClassLoader loader) {
    if (!name.matches("\\w+") || !(loader instanceof URLClassLoader entries)) {
      return Optional.empty();
    }
    return Stream.of(entries.getURLs())
        .flatMap(url -> below(url, name + ENDING).stream())
        .findFirst()
        .map(path -> path.replaceFirst("\\.class$", "").replace('/', '.'))
        .map(found -> new SimilarClass(found, null));
  }

  /** Returns the file of a class, if the loader finds it in a folder; null otherwise. */
  static @Nullable Path file(String name, ClassLoader loader) {
    URL url = loader.getResource(name.replace('.', '/') + ENDING);
    try {
      return url != null && url.getProtocol().equals("file") ? Path.of(url.toURI()) : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }

  /** Returns a path as one types it: relative if it is below the current folder. */
  static String shown(Path path) {
    Path here = Path.of("").toAbsolutePath();
    return path.startsWith(here) && !path.equals(here)
        ? here.relativize(path).toString()
        : path.toString();
  }

  /** Loads a class by the file's name alone, of which the error has the full one. */
  private static Optional<SimilarClass> nameWithin(Path file) {
    String simple = String.valueOf(file.getFileName()).replaceFirst("\\.class$", "");
    Path folder = Objects.requireNonNull(file.getParent()); // there is one: the path is absolute
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      return Optional.of(new SimilarClass(Class.forName(simple, false, loader).getName(), folder));
    } catch (LinkageError e) {
      Matcher right = WRONG_NAME.matcher(String.valueOf(e.getMessage()));
      return right.find() ? Optional.of(of(right.group(1), file)) : Optional.empty();
    } catch (IOException | ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  private static SimilarClass of(String internalName, Path file) {
    Path folder = file;
    for (int i = 0; i < internalName.split("/").length; i++) {
      folder = folder.getParent() == null ? folder : folder.getParent();
    }
    return new SimilarClass(internalName.replace('/', '.'), folder);
  }

  /** Returns paths of files of a name within a folder or JAR, relative and with slashes. */
  private static List<String> below(URL entry, String name) {
    try {
      Path path = Path.of(entry.toURI());
      if (Files.isDirectory(path)) {
        return files(path, name);
      }
      try (FileSystem jar = FileSystems.newFileSystem(path)) {
        return files(jar.getPath("/"), name);
      }
    } catch (IOException | URISyntaxException | RuntimeException e) {
      return List.of(); // no JAR, or not readable: it is only a hint that is missing
    }
  }

  private static List<String> files(Path folder, String name) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(path -> path.endsWith(name))
          .map(path -> folder.relativize(path).toString().replace('\\', '/'))
          .sorted()
          .toList();
    }
  }
}
