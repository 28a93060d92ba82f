// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
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
      Pattern.compile("(.*/)?src/(main|test|jmh)/(java|kotlin|scala)");

  private static final Set<String> SKIPPED = Set.of("target", "node_modules");

  private static final int MAX_DEPTH = 10;

  /** Looks for them. Hidden folders and other checkouts, such as the base's, are left out. */
  static SourceFolders below(Path top) {
    List<Path> folders = new ArrayList<>();
    SimpleFileVisitor<Path> visitor =
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes unused) {
            if (folder.equals(top)) {
              return FileVisitResult.CONTINUE;
            }
            String name = folder.getFileName().toString();
            boolean isSources = SOURCES.matcher(slashed(top.relativize(folder))).matches();
            if (isSources) {
              folders.add(folder);
            }
            return isSources
                    || name.startsWith(".")
                    || SKIPPED.contains(name)
                    || Files.exists(folder.resolve(".git"))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException unused) {
            return FileVisitResult.CONTINUE;
          }
        };
    try {
      Path unused = Files.walkFileTree(top, Set.of(), MAX_DEPTH, visitor);
    } catch (IOException e) {
      return new SourceFolders(top, List.of());
    }
    folders.sort(Comparator.comparingInt(Path::getNameCount).thenComparing(Path::compareTo));
    return new SourceFolders(top, folders);
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
    return folders.stream()
        .map(folder -> folder.resolve(name))
        .filter(Files::isRegularFile)
        .findFirst()
        .map(found -> slashed(top.relativize(found)))
        .orElse("");
  }
}
