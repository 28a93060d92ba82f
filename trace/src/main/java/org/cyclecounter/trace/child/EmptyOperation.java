// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Does nothing: its count, but for its own instructions, is that of the call. */
final class EmptyOperation implements Callable<@Nullable Object> {

  private final @Nullable Object result;

  EmptyOperation(@Nullable Object result) {
    this.result = result;
  }

  @Override
  public @Nullable Object call() {
    return result;
  }
}
