// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.cyclecounter.CycleCounter;

/**
 * Relinks all counters of an installation in a way that is cheaper than JNI. Run once, on a
 * separate thread, while other threads read the counter: the chain keeps its index, so that a loss
 * meanwhile is kept, too.
 */
record Linking(Installation installed) implements Callable<CycleCounter> {

  @Override
  public CycleCounter call() {
    for (int i = 1; i < installed.parts().size(); i++) {
      Objects.requireNonNull(installed.fallbacks()).relink(i, installed.parts().get(i).linked());
    }
    return Installation.withFallbacks(installed.parts().get(0).linked(), installed.fallbacks());
  }
}
