// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

/** Throws where a lambda is to give something. */
public final class Raising {
  private Raising() {}

  /** Throws it, checked or not. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public static <R, T extends Throwable> R raise(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
