// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.DataInput;
import java.io.IOException;

/** The payload of {@link Messages#TASK}, as it arrives in a child JVM. */
record Task(String provider, String counter, int loader, long limitMs, long worthNanos) {

  static Task read(DataInput in) throws IOException {
    return new Task(in.readUTF(), in.readUTF(), in.readInt(), in.readLong(), in.readLong());
  }
}
