package org.cyclecounter.spi.nativelib;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.spi.CounterUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * A provider's packaged native library, loaded once, when it is first needed.
 *
 * <p>It is looked for in this order:
 *
 * <ol>
 *   <li>{@link System#loadLibrary} under the library's name, which ends in a version (so that an
 *       unrelated or older library on {@code java.library.path} is not taken for it): finds what an
 *       OSGi {@code Bundle-NativeCode} header, jlink or a distribution's package put in place;
 *   <li>the provider's own JAR, {@code META-INF/native/<platform>/<file>}, copied into a private
 *       directory (only its owner may enter; its name cannot be guessed) below, in this order, the
 *       directory that the system property {@value #DIRECTORY_PROPERTY} names, {@code
 *       java.io.tmpdir}, {@code XDG_RUNTIME_DIR}, {@code ~/.cache} and the working directory. The
 *       copy is checked against the SHA-256 digest packaged with it. A directory that cannot be
 *       written or from which nothing can be executed ({@code noexec}) is passed over.
 * </ol>
 *
 * <p>Where the operating system allows it the copy is deleted as soon as it is loaded; what a
 * killed JVM left behind is deleted by a later one. Thread-safe.
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

  private final Class<?> owner;
  private final String name;
  private final Loader load;
  private final Loader loadLibrary;
  private boolean loaded;
  private @Nullable CounterUnavailableException failure;

  private NativeLibrary(Class<?> owner, String name, Loader load, Loader loadLibrary) {
    this.owner = owner;
    this.name = name;
    this.load = load;
    this.loadLibrary = loadLibrary;
  }

  /**
   * Describes a library; nothing is touched yet.
   *
   * @param owner a class of the provider, in whose JAR the library is packaged
   * @param name the library's name with a version at its end, such as {@code "cyclecounter-x86-1"};
   *     the file's name is made of it by {@link System#mapLibraryName}
   * @param load {@code System::load}, written in the provider
   * @param loadLibrary {@code System::loadLibrary}, written in the provider
   * @return the library
   */
  public static NativeLibrary of(Class<?> owner, String name, Loader load, Loader loadLibrary) {
    return new NativeLibrary(owner, name, load, loadLibrary);
  }

  /**
   * Whether the provider's JAR holds this library for the running platform.
   *
   * @return true if it does
   */
  public boolean isPackaged() {
    return owner.getResource(resource()) != null;
  }

  /**
   * Loads the library, or does nothing if that has been done. A failure is remembered.
   *
   * @throws CounterUnavailableException if it cannot be loaded; the message lists every place tried
   */
  public synchronized void load() throws CounterUnavailableException {
    if (loaded) {
      return;
    }
    if (failure == null) {
      failure = tryToLoad();
      loaded = failure == null;
    }
    if (failure != null) {
      throw new CounterUnavailableException(failure.getMessage(), failure);
    }
  }

  private @Nullable CounterUnavailableException tryToLoad() {
    List<String> tried = new ArrayList<>();
    try {
      loadLibrary.load(name);
      return null;
    } catch (UnsatisfiedLinkError e) {
      tried.add("System.loadLibrary: not there");
    } catch (IllegalCallerException e) {
      return denied(e);
    }
    if (!isPackaged()) {
      return new CounterUnavailableException(
          "the native library "
              + name
              + " is not packaged for "
              + Platform.current().prefix()
              + ", and System.loadLibrary does not find it");
    }
    try {
      if (Extraction.loadFrom(owner, resource(), load, tried)) {
        return null;
      }
    } catch (IllegalCallerException e) {
      return denied(e);
    }
    return new CounterUnavailableException(
        "the native library "
            + name
            + " cannot be loaded; tried "
            + String.join("; ", tried)
            + "; -D"
            + DIRECTORY_PROPERTY
            + " can name another directory");
  }

  private CounterUnavailableException denied(IllegalCallerException e) {
    Module module = owner.getModule();
    String flag = module.isNamed() ? module.getName() : "ALL-UNNAMED";
    return new CounterUnavailableException(
        "native access is denied to it; start java with --enable-native-access=" + flag, e);
  }

  private String resource() {
    return "/META-INF/native/" + Platform.current().prefix() + "/" + System.mapLibraryName(name);
  }
}
