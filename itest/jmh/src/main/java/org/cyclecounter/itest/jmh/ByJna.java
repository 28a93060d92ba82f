package org.cyclecounter.itest.jmh;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/** A C function through JNA's direct mapping, and where another library's function is. */
final class ByJna {

  static {
    Native.register("c");
  }

  private ByJna() {}

  /** A function of the C library that returns at once. */
  static native int abs(int number);

  /** The address of libcpucycles's cpucycles; 0 where that library is not installed. */
  static long cpucycles() {
    try {
      Function function = NativeLibrary.getInstance("cpucycles").getFunction("cpucycles");
      return Pointer.nativeValue(function);
    } catch (UnsatisfiedLinkError e) {
      return 0;
    }
  }
}
