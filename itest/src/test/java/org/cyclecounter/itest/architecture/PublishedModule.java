// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.architecture;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A module that users get, as the build has compiled it.
 *
 * @param name its folder, such as {@code counter-x86}
 * @param classes the folder of its class files
 */
record PublishedModule(String name, Path classes) {

  /** The project's folder; tests run in that of their module. */
  static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

  /** Kept for the tests that follow in this JVM. */
  private static JavaClasses imported;

  private static final Pattern MODULE = Pattern.compile("<module>(.+?)</module>");

  /** Those that the root POM names, but for tests, samples and packages without classes. */
  static List<PublishedModule> all() throws IOException {
    List<PublishedModule> all = new ArrayList<>();
    Matcher matcher = MODULE.matcher(Files.readString(PROJECT.resolve("pom.xml")));
    while (matcher.find()) {
      Path folder = PROJECT.resolve(matcher.group(1));
      if (!matcher.group(1).matches("(itest|samples|build/test-times).*")
          && Files.exists(folder.resolve("src/main/java"))) {
        all.add(of(folder));
      }
    }
    return all;
  }

  /**
   * The classes of all of them. Other classes that they use are known by name only: importing the
   * JDK's, too, takes ten times as long.
   */
  static synchronized JavaClasses classes(List<PublishedModule> modules) {
    if (imported == null) {
      ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
      imported =
          new ClassFileImporter()
              .importPaths(modules.stream().map(PublishedModule::classes).toList());
    }
    return imported;
  }

  private static PublishedModule of(Path folder) {
    Path classes = folder.resolve("target/classes");
    if (!Files.exists(classes)) {
      throw new AssertionError(folder + " is not compiled: mvn -DskipTests package does it");
    }
    return new PublishedModule(folder.getFileName().toString(), classes);
  }

  /** Lists the Java files of its main code. */
  List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(classes.resolve("../../src/main/java").normalize())) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  /** Empty for a module that is only a bundle. */
  Optional<ModuleDescriptor> descriptor() {
    return ModuleFinder.of(classes).findAll().stream()
        .map(reference -> reference.descriptor())
        .findAny();
  }

  /** Lists the packages exported to everybody, or to JMH, which loads its profilers itself. */
  List<String> packagesOfUsers() {
    return exports()
        .filter(one -> !one.isQualified() || one.targets().contains("jmh.core"))
        .map(ModuleDescriptor.Exports::source)
        .toList();
  }

  Stream<ModuleDescriptor.Exports> exports() {
    return descriptor().stream().flatMap(one -> one.exports().stream());
  }
}
