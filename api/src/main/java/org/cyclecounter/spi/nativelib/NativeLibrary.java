// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.io.File;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.Obstacle;
import org.cyclecounter.spi.CounterUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * A provider's packaged native library, loaded once, on first use.
 *
 * <p>It is looked for in this order:
 *
 * <ol>
 *   <li>{@link System#loadLibrary} under the library's name, which ends in a version (so that an
 *       unrelated or older library on {@code java.library.path} is not mistaken for it): finds what
 *       an OSGi {@code Bundle-NativeCode} header, jlink or a distribution's package installed. If
 *       the JAR packages the library, a file on {@code java.library.path} that is not the same byte
 *       for byte is ignored;
 *   <li>the provider's own JAR, {@code META-INF/native/<platform>/<file>}, checked against its
 *       digest and copied into a private directory (new, and only its owner may enter) below, in
 *       this order, the directory that the system property {@value #DIRECTORY_PROPERTY} names,
 *       {@code java.io.tmpdir}, {@code XDG_RUNTIME_DIR}, {@code ~/.cache} and the working
 *       directory. The copy is read back and compared.
 * </ol>
 *
 * <p>The digests of a library's files, for all platforms, are in {@code
 * META-INF/native/<name>.sha256}, as {@code sha256sum} prints them in that folder: a line with the
 * SHA-256, two spaces and {@code <platform>/<file>} for each. The path may have more in front, and
 * is the file's name alone if there is one platform. If there is {@code <name>.crc32} beside it,
 * with lines of a CRC-32 of eight digits, two spaces and the path, that is checked instead, because
 * a starting JVM needs some 20 ms to load its SHA-256. A library that is not listed is refused.
 *
 * <p>A directory is skipped, with a reason, if it does not exist (none is created), cannot be
 * written, is full, forbids execution ({@code noexec}), or if another user could replace the copy:
 * it and each directory above it must belong to this user or to root, and be writable by their
 * owner alone or have the sticky bit. (Windows: the permissions of the user's temporary directory
 * are relied upon.) What was skipped is logged at debug level if another place works. Not guarded
 * against: root, other processes of the same user, and a library on {@code java.library.path} that
 * is replaced between its check and its loading, or whose provider packages none to compare it
 * with.
 *
 * <p>If the operating system allows it, the copy is deleted as soon as it is loaded; what a killed
 * JVM left behind is deleted by a later one of the same user after ten minutes. Thread-safe.
 *
 * @since 0.1.0
 */
public final class NativeLibrary {

  /** The system property that names the directory below which libraries are extracted first. */
  public static final String DIRECTORY_PROPERTY = "org.cyclecounter.native.directory";

  /**
   * A call of {@link System#load} or {@link System#loadLibrary} that is written in the provider's
   * own code: a library belongs to the class loader of the class that loads it.
   */
  @FunctionalInterface
  public interface Loader {
    /**
     * Loads.
     *
     * @param target a path for {@code System.load}, a name for {@code System.loadLibrary}
     */
    void load(String target);
  }

  private static final String FOLDER = "/META-INF/native/";

  final MethodHandles.Lookup provider;
  private final String name;
  private final Loader load;
  private final Loader loadLibrary;
  private final Object lock = new Object();
  private boolean loaded;

  /** True if a security manager hides files: the library may be packaged. */
  private boolean isHidden;

  /** True if {@code java.library.path} does not have it, as usual. */
  private boolean isNotOnPath;

  private @Nullable CounterUnavailableException failure;

  /** Of the failure; null without one. */
  private @Nullable Obstacle obstacle;

  private NativeLibrary(
      MethodHandles.Lookup provider, String name, Loader load, Loader loadLibrary) {
    this.provider = provider;
    this.name = name;
    this.load = load;
    this.loadLibrary = loadLibrary;
  }

  /**
   * Describes a library; nothing is touched yet.
   *
   * @param provider {@link MethodHandles#lookup()}, written in a class of the provider, in whose
   *     JAR the library is packaged. Reads are linked in the name of the provider's module if that
   *     has native access and this one has none; the lookup is not used otherwise.
   * @param name the library's name with a version at its end, such as {@code "cyclecounter-x86-1"};
   *     the file's name is made of it by {@link System#mapLibraryName}
   * @param load {@code System::load}, written in the provider
   * @param loadLibrary {@code System::loadLibrary}, written in the provider
   * @return the library
   */
  public static NativeLibrary of(
      MethodHandles.Lookup provider, String name, Loader load, Loader loadLibrary) {
    return new NativeLibrary(provider, name, load, loadLibrary);
  }

  /**
   * Returns whether the provider's JAR holds this library for the running platform.
   *
   * @return true if it does
   */
  public boolean isPackaged() {
    return PackagedLibrary.exists(owner(), resource());
  }

  private Class<?> owner() {
    return provider.lookupClass();
  }

  /**
   * Loads the library, or does nothing if that has been done. A failure is remembered.
   *
   * @throws CounterUnavailableException if it cannot be loaded; the message lists every place
   *     probed
   */
  public void load() throws CounterUnavailableException {
    synchronized (lock) {
      if (!loaded && failure == null) {
        failure = tryToLoad();
        loaded = failure == null;
      }
      if (failure != null) {
        throw new CounterUnavailableException(String.valueOf(failure.getMessage()), failure);
      }
    }
  }

  /**
   * Returns the obstacle because of which loading has failed, which is remembered.
   *
   * @return null if it is loaded, or if nothing has asked for it yet
   */
  @Nullable Obstacle obstacle() {
    synchronized (lock) {
      return obstacle;
    }
  }

  private @Nullable CounterUnavailableException tryToLoad() {
    List<String> probed = new ArrayList<>();
    String remedy = "";
    try {
      PackagedLibrary packaged = readPackaged(probed);
      boolean isLoaded = loadFromLibraryPath(packaged, probed);
      if (!isLoaded && packaged != null) {
        String missing = packaged.load(load, probed);
        isLoaded = missing == null;
        remedy = isLoaded ? "" : missing + "; ";
      }
      if (isLoaded) {
        if (probed.size() > (isNotOnPath ? 1 : 0)) {
          // Only then: cold start 5.
          System.getLogger("org.cyclecounter.api")
              .log(System.Logger.Level.DEBUG, name + " is loaded; skipped: " + probed);
        }
        return null;
      }
    } catch (IllegalCallerException e) {
      obstacle = Obstacle.NATIVE_ACCESS;
      Module module = owner().getModule();
      String flag = module.isNamed() ? module.getName() : "ALL-UNNAMED";
      return new CounterUnavailableException(
          "native access is denied to it; start java with --enable-native-access=" + flag, e);
    } catch (SecurityException e) {
      isHidden = true;
      probed.add(refused("the rest", e));
    }
    obstacle = PackagedLibrary.isOutOfFiles() ? Obstacle.TOO_MANY_FILES : Obstacle.NO_LIBRARY;
    return new CounterUnavailableException(
        "the native library "
            + name
            + (isHidden || isPackaged()
                ? " cannot be loaded; " + remedy + "probed "
                : " is not packaged for " + Platform.current().prefix() + "; probed ")
            + String.join("; ", probed));
  }

  /** Explains what a security manager does not allow. */
  static String refused(String what, SecurityException e) {
    return "a security manager refuses " + what + ": " + e.getMessage();
  }

  private @Nullable PackagedLibrary readPackaged(List<String> probed) {
    try {
      return PackagedLibrary.read(owner(), resource(), FOLDER + name + ".sha256");
    } catch (IOException e) {
      probed.add("its JAR: " + e.getMessage());
      return null;
    } catch (SecurityException e) {
      isHidden = true;
      probed.add("its JAR: " + refused("it", e));
      return null;
    }
  }

  private boolean loadFromLibraryPath(@Nullable PackagedLibrary packaged, List<String> probed) {
    try {
      Path file = onLibraryPath(System.mapLibraryName(name));
      if (file != null && packaged != null && !packaged.isSame(file)) {
        probed.add(file + ": ignored, because it differs from the library in the JAR");
        return false;
      }
      loadLibrary.load(name);
      return true;
    } catch (SecurityException e) {
      isHidden = true;
      probed.add("java.library.path: " + refused("it", e));
      return false;
    } catch (UnsatisfiedLinkError | IOException e) {
      String message = String.valueOf(e.getMessage());
      isNotOnPath = message.startsWith("no " + name); // Java's words
      probed.add("System.loadLibrary: " + (isNotOnPath ? "not found" : message));
      return false;
    }
  }

  /**
   * Finds the file that {@link System#loadLibrary} will load, unless a class loader overrides it.
   */
  private static @Nullable Path onLibraryPath(String fileName) {
    String path = System.getProperty("java.library.path", "");
    for (String directory : path.split(File.pathSeparator)) {
      // An empty name is the working directory; of File it would be the root.
      File file = directory.isEmpty() ? new File(fileName) : new File(directory, fileName);
      if (file.exists()) {
        return file.getAbsoluteFile().toPath();
      }
    }
    return null;
  }

  private String resource() {
    return FOLDER + Platform.current().prefix() + "/" + System.mapLibraryName(name);
  }
}
