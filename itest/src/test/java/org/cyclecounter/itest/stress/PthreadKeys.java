// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.stress;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.ptr.IntByReference;
import java.util.ArrayList;
import java.util.List;

/**
 * The process's keys of thread-specific data (pthread_key_create(3)), of which there are 1024 with
 * glibc. No file lists them, so they are counted by taking all that are free for a moment: not
 * while other threads need one.
 */
public final class PthreadKeys {

  private static final int MAX = 1 << 16;

  private PthreadKeys() {}

  /** The number that can still be made. */
  public static int free() {
    NativeLibrary c = NativeLibrary.getInstance("c");
    Function create = c.getFunction("pthread_key_create");
    Function delete = c.getFunction("pthread_key_delete");
    List<Integer> keys = new ArrayList<>();
    IntByReference key = new IntByReference();
    while (keys.size() < MAX && create.invokeInt(new Object[] {key, null}) == 0) {
      keys.add(key.getValue());
    }
    keys.forEach(taken -> delete.invokeInt(new Object[] {taken}));
    return keys.size();
  }
}
