// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever the class path is, a child JVM has it too. */
class ChildJvmClassPathTest {

  private static final String CLASS_PATH = "java.class.path";

  private static String withProperties(Map<String, String> properties, String name) {
    Properties before = (Properties) System.getProperties().clone();
    properties.forEach(System::setProperty);
    try {
      return Candidates.reasons(new CrashProvider(), name).get(name);
    } finally {
      System.setProperties(before);
    }
  }

  /** Linux takes 128 KiB for one argument. */
  private static String longClassPath() {
    StringBuilder path = new StringBuilder();
    for (int i = 0; path.length() < 200 * 1024; i++) {
      path.append("/nowhere/").append("x".repeat(200)).append(i).append(File.pathSeparatorChar);
    }
    return path + System.getProperty(CLASS_PATH);
  }

  /** Also one that looks like the name of an argument file. */
  @Test
  void acceptsClassPathOfAnySpelling(@TempDir Path directory) throws Exception {
    assumeTrue(File.separatorChar == '/', "Windows does not allow these names");
    Path classes =
        Path.of(CrashProvider.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path odd = directory.resolve("@a b\"c'd\\e#f%20g*\nh \u00e4");
    Files.createSymbolicLink(odd, classes);
    List<String> entries =
        new ArrayList<>(
            List.of(System.getProperty(CLASS_PATH).split(Pattern.quote(File.pathSeparator))));
    assertThat(entries.removeIf(entry -> Path.of(entry).equals(classes))).isTrue();
    entries.addAll(0, List.of("@dir", odd.toString()));
    String path = String.join(File.pathSeparator, entries);
    assertThat(withProperties(Map.of(CLASS_PATH, path), "class-path"))
        .startsWith("@dir" + File.pathSeparator);
  }

  /** A file starts the child, where no other user can replace it. */
  @Test
  void startsWithClassPathOfAnyLengthFromPrivateDirectory(@TempDir Path directory)
      throws Exception {
    assumeTrue(File.separatorChar == '/', "Windows has no such permissions");
    Path open = Files.createDirectory(directory.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path safe = Files.createDirectory(directory.resolve("safe"));
    Map<String, String> properties =
        Map.of(
            CLASS_PATH,
            longClassPath(),
            NativeLibrary.DIRECTORY_PROPERTY,
            open.toString(),
            "java.io.tmpdir",
            safe.toString());
    assertThat(withProperties(properties, "class-path"))
        .startsWith(safe.toRealPath().toString())
        .endsWith("child.jar");
    try (Stream<Path> left = Files.walk(directory)) {
      assertThat(left).containsOnly(directory, open, safe);
    }
  }
}
