// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The counters that a child JVM is to probe, or providers that it is to ask for theirs: the first
 * thing that the parent sends to it ({@link Protocol}). Uses nothing but the JDK, as {@link
 * ParentConnection}.
 *
 * @param word begins each line of the child's; random, so that no provider prints it by chance
 * @param parentPid the parent's process id
 * @param limitSeconds the time limit of each step of a counter
 * @param counters in the order in which they are probed
 */
public record ChildTask(String word, long parentPid, int limitSeconds, List<Counter> counters) {

  /** The loader of what the child finds on its own class path or module path. */
  public static final int ON_THE_PATH = -1;

  /**
   * One counter.
   *
   * @param provider the name of its provider's class
   * @param name the counter's name; empty to list the provider's counters
   * @param loader the number of the class loader that has that class ({@link
   *     ChildConnection#number}), or {@link #ON_THE_PATH}
   */
  public record Counter(String provider, String name, int loader) {}

  /**
   * Writes all of it; {@link #read} reads the same in the same order. Both ends are one version.
   */
  void write(DataOutput out) throws IOException {
    out.writeUTF(word);
    out.writeLong(parentPid);
    out.writeInt(limitSeconds);
    write(counters, out);
  }

  static void write(List<Counter> counters, DataOutput out) throws IOException {
    out.writeInt(counters.size());
    for (Counter counter : counters) {
      out.writeUTF(counter.provider());
      out.writeUTF(counter.name());
      out.writeInt(counter.loader());
    }
  }

  static ChildTask read(DataInput in) throws IOException {
    return new ChildTask(in.readUTF(), in.readLong(), in.readInt(), readCounters(in));
  }

  static List<Counter> readCounters(DataInput in) throws IOException {
    List<Counter> counters = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      counters.add(new Counter(in.readUTF(), in.readUTF(), in.readInt()));
    }
    return counters;
  }
}
