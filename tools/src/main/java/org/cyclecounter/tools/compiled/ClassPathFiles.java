// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.cyclecounter.tools.command.BadUsage;
import org.cyclecounter.tools.command.RunOptions;

/** The files on a class path, by which two class paths are known to hold the same code. */
final class ClassPathFiles {

  /** Versions and dates of a build, which no code depends on. */
  private static final String OF_BUILD = "META-INF/maven/";

  private ClassPathFiles() {}

  /**
   * Returns true if two class paths have, entry by entry, files of equal names, sizes and CRC-32.
   * Resources count as classes do. A JAR whose manifest names others is equal to none.
   */
  static boolean areEqual(String option, String path, String otherOption, String otherPath) {
    List<File> entries = RunOptions.files(option, path);
    List<File> others = RunOptions.files(otherOption, otherPath);
    List<Map<String, String>> files = new ArrayList<>();
    List<Map<String, String>> otherFiles = new ArrayList<>();
    entries.forEach(entry -> files.add(files(option, entry)));
    others.forEach(entry -> otherFiles.add(files(otherOption, entry)));
    return files.equals(otherFiles) && files.stream().noneMatch(Map::isEmpty);
  }

  /** Returns sizes and sums by name; none if the code may be elsewhere. */
  private static Map<String, String> files(String option, File entry) {
    Map<String, String> files = new TreeMap<>();
    try {
      if (entry.isDirectory()) {
        Path folder = entry.toPath();
        try (Stream<Path> all = Files.walk(folder)) {
          for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
            CRC32 sum = new CRC32();
            sum.update(Files.readAllBytes(file));
            files.put("/" + folder.relativize(file), Files.size(file) + " " + sum.getValue());
          }
        }
        return files;
      }
      try (JarFile jar = new JarFile(entry)) {
        Manifest manifest = jar.getManifest();
        if (manifest != null
            && manifest.getMainAttributes().containsKey(Attributes.Name.CLASS_PATH)) {
          return Map.of();
        }
        for (ZipEntry file : Collections.list(jar.entries())) {
          if (!file.isDirectory() && !file.getName().startsWith(OF_BUILD)) {
            files.put(file.getName(), file.getSize() + " " + file.getCrc());
          }
        }
        return files;
      }
    } catch (IOException | UncheckedIOException e) {
      throw new BadUsage("%s entry '%s' cannot be read: %s.", option, entry, e);
    }
  }
}
