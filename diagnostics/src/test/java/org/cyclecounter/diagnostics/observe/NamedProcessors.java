// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Processors in name only. */
record NamedProcessors(int count, boolean binds, Set<Integer> visited) implements Processors {

  NamedProcessors(int count, boolean binds) {
    this(count, binds, ConcurrentHashMap.newKeySet());
  }

  @Override
  public boolean bind(int processor) {
    visited.add(processor);
    return binds && processor < count;
  }
}
