// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A request to a child JVM, to probe a counter or to ask a provider for its counters, as it travels
 * ({@link Protocol}). Uses nothing but the JDK, as {@link ParentConnection}.
 *
 * @param provider the name of the provider's class
 * @param counter the counter's name; empty to list the provider's counters
 * @param loader the number of the class loader that has that class ({@link
 *     LoaderResources#number}), or {@link #ON_THE_PATH}
 */
public record ChildTask(String provider, String counter, int loader) {

  /** The loader of what the child finds on its own class path or module path. */
  public static final int ON_THE_PATH = -1;

  /**
   * Writes all of it; {@link #read} reads the same in the same order. Both ends are one version.
   */
  void write(DataOutput out) throws IOException {
    out.writeUTF(provider);
    out.writeUTF(counter);
    out.writeInt(loader);
  }

  static ChildTask read(DataInput in) throws IOException {
    return new ChildTask(in.readUTF(), in.readUTF(), in.readInt());
  }
}
