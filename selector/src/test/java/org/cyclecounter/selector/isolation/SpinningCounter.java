// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeTicks;

/**
 * A read in C that never returns. On Java 22 and newer it is called in the way that keeps the whole
 * JVM from its next safepoint.
 */
public final class SpinningCounter extends NativeCounterSource {

  /** The variable with the name of a directory that C code makes when its read has begun. */
  static final String DIRECTORY = "SPINNING";

  /** Java 17 links nothing in a child, which is started without C2. */
  private static final int FOREIGN = 22;

  /** For another process to make its own. */
  public static final class Provider implements CycleCounterProvider {
    @Override
    public List<CounterSource> counters() {
      return List.of(new SpinningCounter());
    }
  }

  SpinningCounter() {
    super("spinning", CounterKind.ON_CORE, Scope.SYSTEM, CrashProvider.LIBRARY);
  }

  static native long ticks();

  static native long address();

  @Override
  protected long address(int function) {
    return function == Function.ENTRY_POINT.ordinal() ? 0 : address();
  }

  @Override
  protected long read(Function function) {
    return ticks();
  }

  /** Leaves a file that names the process in which reading is about to begin. */
  @Override
  protected TickSource wrap(NativeTicks reads) {
    TickSource linked = reads.linked();
    if (Runtime.version().feature() >= FOREIGN && linked == reads) {
      throw new IllegalStateException("no critical downcall could be made");
    }
    String process = "opened-" + ProcessHandle.current().pid();
    try {
      Files.writeString(Path.of(System.getProperty("java.io.tmpdir"), process), "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return linked;
  }
}
