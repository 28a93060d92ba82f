// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The folders of sources below a folder, in its modules, too: {@code src/main/java} and the like.
 *
 * @param top the folder
 * @param folders those of sources, the least deep first
 */
record SourceFolders(Path top, List<Path> folders) {

  private static final Pattern SOURCES =
      Pattern.compile(".*/src/(main|test|jmh)/(java|kotlin|scala|groovy)");

  private static final Set<String> SKIPPED = Set.of("target", "node_modules");

  private static final int MAX_DEPTH = 10;

  /** Looks for them. Hidden folders and other checkouts, such as the base's, are left out. */
  static SourceFolders below(Path top) {
    List<Path> folders = new ArrayList<>();
    collect(top, MAX_DEPTH, folders);
    folders.sort(Comparator.comparingInt(Path::getNameCount).thenComparing(Path::compareTo));
    return new SourceFolders(top, folders);
  }

  private static void collect(Path folder, int depth, List<Path> found) {
    try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
      for (Path child : children) {
        String path = slashed(child);
        String name = path.substring(path.lastIndexOf('/') + 1);
        boolean isFolder = Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS);
        if (isFolder && SOURCES.matcher(path).matches()) {
          found.add(child);
        } else if (isFolder
            && depth > 0
            && !name.startsWith(".")
            && !SKIPPED.contains(name)
            && !Files.exists(child.resolve(".git"))) {
          collect(child, depth - 1, found);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return; // a folder that cannot be read has no sources to show
    }
  }

  private static String slashed(Path path) {
    return path.toString().replace('\\', '/');
  }

  /** Returns the path of a line's source from the top, with slashes; empty for none. */
  String find(StackTraceElement line) {
    String file = line.getFileName();
    if (file == null || file.indexOf('/') >= 0 || file.indexOf('\\') >= 0) {
      return "";
    }
    String type = line.getClassName();
    String name = type.substring(0, type.lastIndexOf('.') + 1).replace('.', '/') + file;
    try {
      return folders.stream()
          .map(folder -> folder.resolve(name))
          .filter(Files::isRegularFile)
          .findFirst()
          .map(found -> slashed(top.relativize(found)))
          .orElse("");
    } catch (InvalidPathException e) {
      return ""; // by this system's encoding no name of a file
    }
  }
}
