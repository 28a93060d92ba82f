package org.cyclecounter.spi.nativelib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.spi.CounterUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a library is looked for, with loaders that record instead of loading. */
class NativeLibraryTest {

  private static final String NAME = "cyclecounter-made-up-1";

  @TempDir Path temporary;
  private final List<String> loaded = new ArrayList<>();

  @BeforeEach
  void extractBelowTheTest() {
    System.setProperty(NativeLibrary.DIRECTORY_PROPERTY, temporary.toString());
  }

  @AfterEach
  void forget() {
    System.clearProperty(NativeLibrary.DIRECTORY_PROPERTY);
  }

  private static void notThere(String name) {
    throw new UnsatisfiedLinkError("no " + name);
  }

  /** A class whose JAR holds the library, as a class loader of its own sees it. */
  private Class<?> owner(byte[] library, String digest) throws Exception {
    Path jar = Files.createDirectories(temporary.resolve("jar"));
    Path folder =
        Files.createDirectories(
            jar.resolve("META-INF/native").resolve(Platform.current().prefix()));
    String file = System.mapLibraryName(NAME);
    Files.write(folder.resolve(file), library);
    Files.writeString(folder.resolve(file + ".sha256"), digest + "\n");
    String own = Owner.class.getName().replace('.', '/') + ".class";
    Path copy = jar.resolve(own);
    Files.createDirectories(copy.getParent());
    try (var in = NativeLibraryTest.class.getClassLoader().getResourceAsStream(own)) {
      Files.write(copy, in.readAllBytes());
    }
    var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
    return loader.loadClass(Owner.class.getName());
  }

  /** Loaded again by another class loader. */
  static final class Owner {}

  private static String sha256(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  @Test
  void whatTheSystemFindsIsTaken() throws Exception {
    NativeLibrary library =
        NativeLibrary.of(NativeLibraryTest.class, NAME, loaded::add, loaded::add);
    library.load();
    library.load();
    assertThat(loaded).containsExactly(NAME);
  }

  @Test
  void thePackagedLibraryIsCopiedToAPrivateDirectoryLoadedAndDeleted() throws Exception {
    byte[] bytes = {1, 2, 3};
    NativeLibrary library =
        NativeLibrary.of(
            owner(bytes, sha256(bytes)),
            NAME,
            path -> {
              loaded.add(path);
              Path file = Path.of(path);
              try {
                assertThat(file).hasBinaryContent(bytes);
                if (!Platform.current().os().equals("win32")) {
                  assertThat(
                          PosixFilePermissions.toString(
                              Files.getPosixFilePermissions(file.getParent())))
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

  @Test
  void aDirectoryFromWhichNothingCanBeExecutedIsPassedOver() throws Exception {
    byte[] bytes = {1};
    NativeLibrary library =
        NativeLibrary.of(
            owner(bytes, sha256(bytes)),
            NAME,
            path -> {
              if (path.startsWith(temporary.toString())) {
                throw new UnsatisfiedLinkError(path + ": failed to map segment from shared object");
              }
              loaded.add(path);
            },
            NativeLibraryTest::notThere);
    library.load();
    assertThat(loaded).hasSize(1);
  }

  @Test
  void everyPlaceTriedIsListed() throws Exception {
    byte[] bytes = {1};
    NativeLibrary library =
        NativeLibrary.of(
            owner(bytes, sha256(bytes)),
            NAME,
            path -> {
              throw new UnsatisfiedLinkError("failed to map segment from shared object");
            },
            NativeLibraryTest::notThere);
    assertThatThrownBy(library::load)
        .isInstanceOf(CounterUnavailableException.class)
        .hasMessageContaining("System.loadLibrary: not there")
        .hasMessageContaining(temporary + ": nothing can be executed from there (noexec)")
        .hasMessageContaining(Path.of(System.getProperty("user.dir")).toString());
  }

  @Test
  void aDamagedLibraryIsNotLoaded() throws Exception {
    NativeLibrary library =
        NativeLibrary.of(
            owner(new byte[] {1, 2}, sha256(new byte[] {1})),
            NAME,
            loaded::add,
            NativeLibraryTest::notThere);
    assertThatThrownBy(library::load).hasMessageContaining("does not match its digest");
    assertThat(loaded).isEmpty();
  }

  @Test
  void aPlatformWithoutALibraryIsNamed() {
    NativeLibrary library =
        NativeLibrary.of(NativeLibraryTest.class, NAME, loaded::add, NativeLibraryTest::notThere);
    assertThat(library.isPackaged()).isFalse();
    assertThatThrownBy(library::load)
        .hasMessageContaining("not packaged for " + Platform.current().prefix());
  }

  @Test
  void deniedNativeAccessIsAReasonThatNamesTheOption() {
    NativeLibrary library =
        NativeLibrary.of(
            NativeLibraryTest.class,
            NAME,
            loaded::add,
            name -> {
              throw new IllegalCallerException("denied");
            });
    assertThatThrownBy(library::load)
        .hasMessage(
            "native access is denied to it; start java with --enable-native-access=ALL-UNNAMED");
  }

  @Test
  void whatAKilledJvmLeftBehindIsDeletedAndNothingElse() throws Exception {
    Path stale = Files.createDirectory(temporary.resolve("cyclecounter-native-stale"));
    Files.write(stale.resolve("left"), new byte[] {1});
    Path inUse = Files.createDirectory(temporary.resolve("cyclecounter-native-young"));
    Path target = Files.createDirectory(temporary.resolve("precious"));
    Files.write(target.resolve("keep"), new byte[] {1});
    FileTime anHourAgo = FileTime.from(Instant.now().minusSeconds(3600));
    Files.setLastModifiedTime(stale, anHourAgo);
    Files.setLastModifiedTime(target, anHourAgo);
    if (!Platform.current().os().equals("win32")) {
      Files.createSymbolicLink(temporary.resolve("cyclecounter-native-link"), target);
    }
    PrivateDirectory.deleteStale(temporary);
    assertThat(stale).doesNotExist();
    assertThat(inUse).exists();
    assertThat(target.resolve("keep")).exists();
  }

  @Test
  void aReadOnlyDirectoryIsAReason() throws Exception {
    Path readOnly = temporary.resolve("file");
    Files.write(readOnly, new byte[0]); // not a directory at all: root may write to any directory
    System.setProperty(NativeLibrary.DIRECTORY_PROPERTY, readOnly.toString());
    byte[] bytes = {1};
    List<String> tried = new ArrayList<>();
    Class<?> owner = owner(bytes, sha256(bytes));
    String resource =
        "/META-INF/native/" + Platform.current().prefix() + "/" + System.mapLibraryName(NAME);
    assertThat(Extraction.loadFrom(owner, resource, loaded::add, tried)).isTrue();
    assertThat(tried).singleElement().asString().startsWith(readOnly + ": cannot make a private");
  }

  @Test
  void nothingIsLeftBehind() throws Exception {
    thePackagedLibraryIsCopiedToAPrivateDirectoryLoadedAndDeleted();
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left.filter(Files::isDirectory).map(path -> path.getFileName().toString()))
          .containsExactly("jar");
    }
  }
}
