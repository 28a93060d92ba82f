// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.example.Doubling;
import com.example.Sums;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.cyclecounter.tools.command.BadUsage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetsTest {

  @TempDir Path folder;

  private final Targets targets = new Targets(TargetsTest.class.getClassLoader(), 0);

  @ParameterizedTest
  @CsvSource({
    "add, add, 1",
    "halve, halve, 1",
    "isEven, isEven, 1",
    "text, text, 1",
    "addMany(long), addMany(long), 1",
    "twice, twice(), 2",
    "twice(), twice(), 2",
    "twice(long), twice(long), 20"
  })
  void callsStaticMethodNTimes(String method, String taken, int each) throws Throwable {
    Operation operation = targets.find("com.example.Sums#" + method);
    assertThat(operation.name()).isEqualTo("com.example.Sums#" + taken);
    int before = Sums.calls();
    operation.code().call().run(1000);
    assertThat(Sums.calls() - before).isEqualTo(1000 * each);
  }

  @Test
  void methodsHaveLoopsOfTheirOwn() throws Throwable {
    assertThat(targets.find("com.example.Sums#add").code().call().getClass())
        .isNotSameAs(targets.find("com.example.Sums#halve").code().call().getClass());
  }

  @Test
  void throwsWhatTheMethodThrows() throws Throwable {
    var function = targets.find("com.example.Sums#fails").code().call();
    assertThatThrownBy(() -> function.run(3)).hasMessage("the disk is full");
  }

  @Test
  void takesBenchFunctionByItsClass() throws Throwable {
    assertThat(targets.find(Doubling.class.getName()).code().call()).isInstanceOf(Doubling.class);
  }

  @Test
  void callsCallableNTimes() throws Throwable {
    int before = Sums.calls();
    targets.find("com.example.Sums$Task").code().call().run(1000);
    assertThat(Sums.calls() - before).isEqualTo(1000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "com.example.Nothing#m | No class 'com.example.Nothing' was found",
        "com.example.Sums#nothing | has no method 'nothing': those that fit are add,",
        "com.example.Sums#halev | has no method 'halev', did you mean halve? Those that fit",
        "com.example.Sums#of | The method com.example.Sums#of(int) has other parameters: call it from"
            + " a static method with no parameter, or one long,",
        "com.example.Sums#addMany | if that is how often to do the operation, write"
            + " 'com.example.Sums#addMany(long)'; else call it from a static method without any,",
        "com.example.Sums#hashCode | has no static method 'hashCode', only one that it inherits: call",
        "com.example.Sums#thrice | times to do the operation; there is thrice(String),"
            + " thrice(int).",
        "com.example.Sums#add(int) | times to do the operation; there is add().",
        "com.example.Sums#notStatic | is not static: call it from a static method with no",
        "com.example.Sums | is no operation (Callable), and has no loop of its own (BenchFunction):"
            + " name one of its methods, such as com.example.Sums#add.",
        "java.lang.Object | name a class that is or has one, or a static method as"
            + " CLASS#METHOD.",
        "# | No class '' was found",
        "com.example.JmhClass | is written for JMH, which alone can run it: java -cp ...",
        "com.example.JmhClass#first | org.openjdk.jmh.Main 'com.example.JmhClass.first' -prof",
      })
  void namesWhatCannotBeMeasured(String name, String sentence) {
    assertThatThrownBy(() -> targets.find(name))
        .isInstanceOf(BadUsage.class)
        .hasMessageContaining(sentence)
        .hasMessageEndingWith(".");
  }

  /** Copies a class's file: of the class in its folder, within a folder or a JAR. */
  private Path copied(String path) throws Exception {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    try (InputStream in = Doubling.class.getResourceAsStream("Doubling.class")) {
      return Files.write(file, in.readAllBytes());
    }
  }

  private String refused(String name, Path... entries) throws Exception {
    URL[] urls = new URL[entries.length];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = entries[i].toUri().toURL();
    }
    try (URLClassLoader loader = new URLClassLoader(urls, null)) {
      return assertThrows(BadUsage.class, () -> new Targets(loader, 0).find(name)).getMessage();
    }
  }

  @Test
  void namesClassThatIsMeantBySimpleNameOrFile() throws Exception {
    Path file = copied("com/example/Doubling.class");
    assertThat(refused("Doubling#run", folder))
        .isEqualTo("No class 'Doubling' was found: write com.example.Doubling#run.");
    assertThat(refused("Doubling", file.getParent()))
        .isEqualTo(
            "The class 'Doubling' is com.example.Doubling: write com.example.Doubling"
                + (" --class-path " + folder + "."));
    assertThat(refused(file + "#run"))
        .isEqualTo(
            ("'" + file + "' is a file: write com.example.Doubling#run --class-path ")
                + (folder + "."));
    Path jar = folder.resolve("one.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("com/example/Doubling.class"));
      out.write(Files.readAllBytes(file));
    }
    assertThat(refused("Doubling", jar)).endsWith("was found: write com.example.Doubling.");
    assertThat(refused("Doubling")).contains("give its full name");
    Files.createFile(folder.resolve("Only.java"));
    assertThat(refused("Only#run", folder)).endsWith(", only its source, Only.java: compile it.");
    assertThat(refused("Nothing", folder, jar, file)).contains("give its full name");
  }

  @Test
  void namesClassFileThatIsDamagedOrCannotBeRead() throws Exception {
    Path file = copied("com/example/Doubling.class");
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 100));
    assertThat(refused("com.example.Doubling", folder))
        .matches("The class file .*Doubling.class is damaged \\(.+\\): compile it again\\.");
    assumeTrue(file.toFile().setReadable(false) && !Files.isReadable(file), "root reads all");
    assertThat(refused("com.example.Doubling", folder)).contains(" cannot be read: ");
  }
}
