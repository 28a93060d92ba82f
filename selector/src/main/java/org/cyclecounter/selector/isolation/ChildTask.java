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
 * @param loader the number of the class loader that has that class ({@link LoaderResources#number})
 */
public record ChildTask(String provider, String counter, int loader) {

  /**
   * The number of the selector's class loader, which has the whole class path and module path of
   * most programs. A child that shares these has it, too; any other child loads itself by it.
   */
  public static final int SELECTOR = 0;

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
