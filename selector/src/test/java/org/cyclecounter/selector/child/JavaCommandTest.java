// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.cyclecounter.selector.isolation.JavaProgram;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaCommandTest {

  private static final String CLASS_PATH = "java.class.path";

  private static String classPathOfChild(Map<String, String> properties) throws Exception {
    Properties before = (Properties) System.getProperties().clone();
    properties.forEach(System::setProperty);
    try (ChildJvm child = TestChild.start()) {
      return TestChild.call(child, Parent.class);
    } finally {
      System.setProperties(before);
    }
  }

  private static List<String> entries() {
    String path = System.getProperty(CLASS_PATH);
    return new ArrayList<>(List.of(path.split(Pattern.quote(File.pathSeparator))));
  }

  /** Also one that looks like the name of an argument file. */
  @Test
  void acceptsClassPathOfAnySpelling(@TempDir Path directory) throws Exception {
    assumeTrue(File.separatorChar == '/', "Windows does not allow these names");
    Path classes =
        Path.of(TestChild.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path odd = directory.resolve("@a b\"c'd\\e#f%20g*\nh \u00e4");
    Files.createSymbolicLink(odd, classes);
    List<String> entries = entries();
    assertThat(entries.removeIf(entry -> Path.of(entry).equals(classes))).isTrue();
    entries.addAll(0, List.of("@dir", odd.toString()));
    assertThat(classPathOfChild(Map.of(CLASS_PATH, String.join(File.pathSeparator, entries))))
        .startsWith("@dir" + File.pathSeparator);
  }

  /** A file starts the child, where no other user can replace it. Linux takes 128 KiB. */
  @Test
  void startsWithClassPathOfAnyLengthFromPrivateDirectory(@TempDir Path directory)
      throws Exception {
    assumeTrue(File.separatorChar == '/', "Windows has no such permissions");
    Path open = Files.createDirectory(directory.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path safe = Files.createDirectory(directory.resolve("safe"));
    String path = ("/nowhere/" + "x".repeat(200) + ":").repeat(1000) + String.join(":", entries());
    Map<String, String> properties = new HashMap<>(Map.of(CLASS_PATH, path));
    properties.put(NativeLibrary.DIRECTORY_PROPERTY, open.toString());
    properties.put("java.io.tmpdir", safe.toString());
    assertThat(classPathOfChild(properties))
        .startsWith(safe.toRealPath().toString())
        .contains("child.jar ");
    try (Stream<Path> left = Files.walk(directory)) {
      assertThat(left).containsOnly(directory, open, safe);
    }
  }

  /** Prints the class path of its child, and what a relative path means there. */
  public static final class Parent implements Callable<String> {
    public static void main(String[] arguments) throws Exception {
      System.setProperty("user.dir", "/nowhere"); // which means nothing to Java
      try (ChildJvm child = TestChild.start()) {
        System.out.print(TestChild.call(child, Parent.class));
      }
    }

    @Override
    public String call() {
      return System.getProperty(CLASS_PATH) + " " + Path.of("a").toAbsolutePath();
    }
  }

  /** The directory of {@code -Duser.dir} is where Java looks, wherever the process is. */
  @Test
  void looksForRelativePathsWhereThisJvmDoes(@TempDir Path directory) throws Exception {
    Path real = directory.toRealPath();
    List<String> entries = new ArrayList<>();
    for (Class<?> type : List.of(TestChild.class, ChildJvm.class, NativeLibrary.class)) {
      URI location = type.getProtectionDomain().getCodeSource().getLocation().toURI();
      entries.add(real.relativize(Path.of(location).toRealPath()).toString());
    }
    String path = String.join(File.pathSeparator, entries);
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Duser.dir=" + real,
                "--class-path=" + path,
                Parent.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(new String(parent.getInputStream().readAllBytes()))
        .isEqualTo(path + " " + real.resolve("a"));
  }

  /** Says what of its parent's properties and modules a child has. */
  public static final class Likeness implements Callable<String> {
    public static void main(String[] arguments) throws Exception {
      System.setProperty("jna.loaded", "true"); // as JNA does
      System.setProperty("acme.set", "later");
      try (ChildJvm child = TestChild.start()) {
        System.out.print(TestChild.call(child, Likeness.class));
      }
    }

    @Override
    public String call() {
      List<String> words = new ArrayList<>();
      for (String name :
          List.of("acme.device", "acme.set", "user.home", "com.sun.x", "jna.loaded")) {
        words.add(System.getProperty(name));
      }
      words.add("" + ProcessHandle.current().info().commandLine().orElse("").contains("acme."));
      Module base = Object.class.getModule();
      for (String name : List.of("sun.nio.cs", "sun.nio.ch", "java.lang")) {
        words.add((base.isExported(name, getClass().getModule()) ? "exported" : "closed"));
        words.add((base.isOpen(name, getClass().getModule()) ? "open" : ""));
      }
      words.add("" + ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent());
      return String.join(" ", words);
    }
  }

  /** Wherever the parent has them from: the launcher puts those of a variable into no list. */
  @Test
  void handsOverPropertiesAndModulesOfTheProgram() throws Exception {
    ProcessBuilder parent =
        JavaProgram.of(
            Likeness.class, List.of("-Dacme.device=a b", "-Dcom.sun.x=1", "-Duser.home=/h"));
    parent
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .environment()
        .put(
            "JDK_JAVA_OPTIONS",
            "--add-exports=java.base/sun.nio.cs=ALL-UNNAMED"
                + " --add-opens=java.base/sun.nio.ch=ALL-UNNAMED"
                + " --add-modules=jdk.incubator.vector");
    assertThat(new String(parent.start().getInputStream().readAllBytes()))
        .isEqualTo("a b later /h null null false exported  exported open exported  true");
  }

  @ParameterizedTest
  @CsvSource({"'', NO_JAVA", "/nowhere, NO_LAUNCHER"})
  void rejectsJavaWithoutLauncher(String javaHome, Rejection.Code code) {
    assertThatExceptionOfType(StartException.class)
        .isThrownBy(() -> classPathOfChild(Map.of("java.home", javaHome)))
        .matches(e -> e.rejection().code() == code);
  }
}
