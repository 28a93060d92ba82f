// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * libcpucycles's {@code cpucycles()}. The library is the file that the system property {@code
 * itest.libcpucycles} names, otherwise the dynamic linker's. A state of its own: only the JVM that
 * measures it loads it.
 */
@State(Scope.Benchmark)
public class Libcpucycles {

  /** Replaces the benchmark's name in the library's numbers, before version and counter. */
  static final String NAME = "libcpucycles ";

  private static final String FILE = "itest.libcpucycles";
  private static final String SELECTION = FILE + ".selection";

  /** The address of the function that the library has selected: {@code long long f(void)}. */
  long cpucycles;

  /** Returns true if the library is here. Calls none of its functions. */
  static boolean isHere() {
    try {
      library();
      return true;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }

  /**
   * The options of a JVM that measures it.
   *
   * @param selection the file to write the library's version and counter to
   */
  static List<String> options(Path selection) {
    List<String> options = new ArrayList<>(List.of("-D" + SELECTION + "=" + selection));
    String file = System.getProperty(FILE);
    if (file != null) {
      options.add("-D" + FILE + "=" + file);
    }
    return options;
  }

  /**
   * Lets the library select its counter, which its first call does, and says which.
   *
   * @throws IOException if it cannot be written down
   */
  @Setup
  public void select() throws IOException {
    NativeLibrary library = library();
    // Hazard: while it tries its counters, the library has its own handlers of signals in the place
    // of the JVM's, which jump back into this call. The JVM raises SIGSEGV on purpose, such as for
    // a null check in compiled code: in another thread that would be the end. So the first call is
    // made here, before the threads of the benchmark run.
    String selection =
        text(library, "cpucycles_version") + ", " + text(library, "cpucycles_implementation");
    // A variable that points to the function, to another one before the first call.
    Pointer variable = library.getGlobalVariableAddress("cpucycles");
    cpucycles = Pointer.nativeValue(variable.getPointer(0));
    System.out.println(NAME + selection);
    String file = System.getProperty(SELECTION);
    if (file != null) {
      Files.writeString(Path.of(file), selection);
    }
  }

  private static NativeLibrary library() {
    return NativeLibrary.getInstance(System.getProperty(FILE, "cpucycles"));
  }

  private static String text(NativeLibrary library, String function) {
    return library.getFunction(function).invokeString(new Object[0], false);
  }
}
