// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import org.cyclecounter.Obstacle;
import org.cyclecounter.spi.CounterUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The places of a library, in order, with loaders that record instead of loading. */
class NativeLibraryTest {

  private static final String NAME = "cyclecounter-made-up-1";
  private static final byte[] LIBRARY = {1, 2, 3};
  private static final String PATH =
      Platform.current().prefix() + "/" + System.mapLibraryName(NAME);
  private static final String LIST = "/META-INF/native/" + NAME + ".sha256";
  private static final String CRCS = "/META-INF/native/" + NAME + ".crc32";

  @TempDir Path temporary;
  private final List<String> loaded = new ArrayList<>();

  private final Properties before = (Properties) System.getProperties().clone();

  @BeforeEach
  void extractBelowTheTest() throws IOException {
    temporary = temporary.toRealPath();
    System.setProperty(NativeLibrary.DIRECTORY_PROPERTY, temporary.toString());
  }

  @AfterEach
  void forget() {
    System.setProperties(before);
  }

  private static void notThere(String name) {
    throw new UnsatisfiedLinkError("no " + name + " in java.library.path: /there");
  }

  private static void noexec(String path) {
    throw new UnsatisfiedLinkError(path + ": failed to map segment from shared object");
  }

  private static void mustNotBeCalled(String target) {
    throw new AssertionError("called with " + target);
  }

  /** A library whose JAR is as it should be. */
  private NativeLibrary packaged(NativeLibrary.Loader load, NativeLibrary.Loader loadLibrary)
      throws Exception {
    return NativeLibrary.of(owner(sha256(LIBRARY) + "  " + PATH), NAME, load, loadLibrary);
  }

  /**
   * A class whose JAR holds the library, as a class loader of its own sees it.
   *
   * @param list the library's list of digests, of CRC-32s behind {@code CRC}; empty: the JAR has
   *     none
   */
  private MethodHandles.Lookup owner(String list) throws Exception {
    Path jar = Files.createDirectories(temporary.resolve("jar"));
    Path file = jar.resolve("META-INF/native").resolve(PATH);
    Files.createDirectories(file.getParent());
    Files.write(file, LIBRARY);
    boolean isCrc = list.startsWith("CRC ");
    if (!list.isEmpty()) {
      Files.writeString(jar.resolve((isCrc ? CRCS : LIST).substring(1)), list.replace("CRC ", ""));
    }
    String own = Owner.class.getName().replace('.', '/') + ".class";
    Path copy = jar.resolve(own);
    Files.createDirectories(copy.getParent());
    try (var in = NativeLibraryTest.class.getClassLoader().getResourceAsStream(own)) {
      Files.write(copy, in.readAllBytes());
    }
    var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
    return MethodHandles.publicLookup().in(loader.loadClass(Owner.class.getName()));
  }

  /** Loaded again by another class loader. */
  static final class Owner {}

  private static String sha256(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  @Test
  void loadsLibraryThatSystemFindsOnce() throws Exception {
    NativeLibrary library =
        NativeLibrary.of(MethodHandles.lookup(), NAME, loaded::add, loaded::add);
    library.load();
    library.load();
    assertThat(loaded).containsExactly(NAME);
  }

  @Test
  void loadsPackagedLibraryFromPrivateDirectoryAndDeletesIt() throws Exception {
    NativeLibrary library =
        packaged(
            path -> {
              loaded.add(path);
              Path file = Path.of(path);
              try {
                assertThat(file).hasBinaryContent(LIBRARY);
                if (!Platform.current().os().equals("win32")) {
                  Path own = file.getParent(); // nobody else may enter it
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
                      .isEqualTo("rwx------");
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            NativeLibraryTest::notThere);
    assertThat(library.isPackaged()).isTrue();
    library.load();
    assertThat(loaded).hasSize(1);
    assertThat(Path.of(loaded.get(0)).getParent().getParent()).isEqualTo(temporary);
    assertThat(Path.of(loaded.get(0)).getParent()).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SHA-256  PATH",
        "SHA-256 *PATH\r\n", // as read in binary, on Windows
        "# Comment\n\nSHA-256  linux-z80/other.so\nSHA-256  PATH\n",
        "CRC 55bc801d  PATH\n", // is enough
        "SHA-256  FILE\n", // sha256sum in the platform's folder
        "DIFFERENT  linux-z80/FILE\nSHA-256  src/main/resources/META-INF/native/PATH\n",
      })
  void acceptsAListOfDigests(String list) throws Exception {
    NativeLibrary library = withList(list);
    library.load();
    assertThat(loaded).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 'LIST, which lists its digest, is missing'",
    "'SHA-256  PATH.old', 'LIST has no digest of PATH'",
    "'SHA-256  otherPATH', 'LIST has no digest of PATH'",
    "'# SHA-256  PATH', 'LIST has no digest of PATH'",
    "'DIFFERENT  PATH', '/META-INF/native/PATH does not match its digest; DAMAGED'",
    "'DIFFERENT  FILE', '/META-INF/native/PATH does not match its digest; DAMAGED'",
    "'CRC 55bc801e  PATH', '/META-INF/native/PATH does not match its digest; DAMAGED'",
    "'CRC 55bc801d  other', 'CRCS has no digest of PATH'",
    "'SHA-256', 'line 1 of LIST is not a digest, two spaces and a path'",
    "'SHA-256 PATH', 'line 1 of LIST is not a digest, two spaces and a path'",
    "'SHA-256f  PATH', 'line 1 of LIST is not a digest, two spaces and a path'",
    "'CRC SHA-256  PATH', 'line 1 of CRCS is not a digest, two spaces and a path'",
  })
  void refusesALibraryThatItsListDoesNotVouchFor(String list, String reason) throws Exception {
    assertThatThrownBy(withList(list)::load)
        .hasMessageEndingWith(
            " cannot be loaded; probed its JAR: "
                + reason
                    .replace("LIST", LIST)
                    .replace("CRCS", CRCS)
                    .replace("PATH", PATH)
                    .replace(
                        "; DAMAGED",
                        "; the JAR is damaged and must be replaced, or the library was compiled"
                            + " again: ")
                + (reason.contains("DAMAGED") ? "" : "; ")
                + "its author lists it by: cd META-INF/native && sha256sum"
                + " */*cyclecounter-made-up-1.* >cyclecounter-made-up-1.sha256"
                + (list.startsWith("CRC") ? " && rm cyclecounter-made-up-1.crc32" : "")
                + "; System.loadLibrary: not found");
    assertThat(loaded).isEmpty();
  }

  private NativeLibrary withList(String list) throws Exception {
    String lines =
        list.replace("SHA-256", sha256(LIBRARY))
            .replace("DIFFERENT", sha256(new byte[] {1, 2, 4}))
            .replace("PATH", PATH)
            .replace("FILE", System.mapLibraryName(NAME));
    return NativeLibrary.of(owner(lines), NAME, loaded::add, NativeLibraryTest::notThere);
  }

  @Test
  void namesPlatformWithoutLibrary() {
    NativeLibrary library =
        NativeLibrary.of(MethodHandles.lookup(), NAME, loaded::add, NativeLibraryTest::notThere);
    assertThat(library.isPackaged()).isFalse();
    assertThatThrownBy(library::load)
        .hasMessageContaining("not packaged for " + Platform.current().prefix());
  }

  @Test
  void namesOptionForDeniedNativeAccess() {
    NativeLibrary library =
        NativeLibrary.of(
            MethodHandles.lookup(),
            NAME,
            loaded::add,
            name -> {
              throw new IllegalCallerException("denied");
            });
    assertThatThrownBy(library::load)
        .hasMessage(
            "native access is denied to it; start java with --enable-native-access=ALL-UNNAMED");
    assertThat(library.obstacle()).isEqualTo(Obstacle.NATIVE_ACCESS);
  }

  @Test
  void namesUnsuitableDirectoriesByReasonWithRemedy() throws Exception {
    assumeTrue(!Platform.current().os().equals("win32"), "the words for it are those of Unix");
    Path file = Files.write(temporary.resolve("file"), new byte[0]);
    // Before the properties are set: the JDK reads user.dir as it loads the first class of a file.
    NativeLibrary library = packaged(NativeLibraryTest::noexec, NativeLibraryTest::notThere);
    System.setProperty("java.io.tmpdir", file.toString());
    System.setProperty("user.home", temporary.resolve("missing").toString());
    System.setProperty("user.dir", "not a\0name");
    System.setProperty(NativeLibrary.DIRECTORY_PROPERTY, temporary.toString());
    assertThatThrownBy(library::load)
        .hasMessageStartingWith(
            "the native library "
                + NAME
                + " cannot be loaded; -D"
                + NativeLibrary.DIRECTORY_PROPERTY
                + " can name a writable directory without noexec, such as a tmpfs; otherwise"
                + " put on java.library.path the JAR's "
                + System.mapLibraryName(NAME)
                + "; probed System.loadLibrary: not found; ")
        .hasMessageContaining(temporary + ": the file system does not allow execution (noexec)")
        .hasMessageContaining(file + ": Not a directory")
        .hasMessageContaining(temporary.resolve("missing/.cache") + ": does not exist")
        .hasMessageContaining("Nul character not allowed");
  }

  @Test
  void tellsMissingBaseFromMissingNewDirectory() {
    assertThat(PrivateDirectory.sentence(new NoSuchFileException("/nowhere")))
        .isEqualTo("does not exist");
    assertThat(PrivateDirectory.sentence(new NoSuchFileException("/cyclecounter-native-1")))
        .isEqualTo("a new directory in it is gone at once");
  }

  @Test
  void blamesJarForLibraryThatSystemRefuses() throws Exception {
    NativeLibrary library =
        packaged(
            path -> {
              loaded.add(path);
              throw new UnsatisfiedLinkError(path + ": wrong ELF class");
            },
            NativeLibraryTest::notThere);
    assertThatThrownBy(library::load)
        .hasMessageContaining(
            ": the system refuses the library: "
                + System.mapLibraryName(NAME)
                + ": wrong ELF class")
        .hasMessageContaining(
            " cannot be loaded; a JAR with a library for this machine is needed; probed ");
    assertThat(library.obstacle()).isEqualTo(Obstacle.NO_LIBRARY);
    int tries = loaded.size();
    assertThat(tries).isGreaterThan(1);
    assertThatThrownBy(library::load).hasMessageContaining("wrong ELF class");
    assertThat(loaded).as("the failure is remembered").hasSize(tries);
  }

  @Test
  void ignoresDifferentFileOnLibraryPath() throws Exception {
    Path other = Files.write(temporary.resolve(System.mapLibraryName(NAME)), new byte[] {3, 2, 1});
    System.setProperty("java.library.path", File.pathSeparator + temporary);
    packaged(loaded::add, NativeLibraryTest::mustNotBeCalled).load();
    Files.write(other, new byte[] {1, 2, 3, 4}); // longer
    packaged(loaded::add, NativeLibraryTest::mustNotBeCalled).load();
    assertThat(loaded).hasSize(2);
    assertThatThrownBy(
            packaged(NativeLibraryTest::noexec, NativeLibraryTest::mustNotBeCalled)::load)
        .hasMessageContaining(other + ": ignored, because it differs from the library in the JAR");
    Files.write(other, LIBRARY);
    packaged(NativeLibraryTest::mustNotBeCalled, loaded::add).load();
    assertThat(loaded).hasSize(3).contains(NAME);
  }

  @Test
  void keepsSystemsReasonForLibraryOnItsPath() throws Exception {
    NativeLibrary.Loader wrong =
        name -> {
          throw new UnsatisfiedLinkError("/there/" + name + ": wrong ELF class: ELFCLASS32");
        };
    packaged(loaded::add, wrong).load();
    assertThat(loaded).hasSize(1);
    assertThatThrownBy(packaged(NativeLibraryTest::noexec, wrong)::load)
        .hasMessageContaining(
            "System.loadLibrary: /there/" + NAME + ": wrong ELF class: ELFCLASS32; ");
  }

  @Test
  void loadsInInterruptedThread() throws Exception {
    NativeLibrary library = packaged(loaded::add, NativeLibraryTest::notThere);
    Thread.currentThread().interrupt();
    try {
      library.load();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(loaded).singleElement().asString().startsWith(temporary.toString());
  }

  @Test
  void reportsRefusalOfSecurityManager() throws Exception {
    NativeLibrary.Loader forbidden =
        path -> {
          throw new SecurityException("access denied");
        };
    assertThatThrownBy(packaged(forbidden, forbidden)::load)
        .isInstanceOf(CounterUnavailableException.class)
        .hasMessageContaining(
            "probed java.library.path: a security manager refuses it: access denied; ")
        .hasMessageContaining(temporary + ", ")
        .hasMessageContaining(": access denied");
  }
}
