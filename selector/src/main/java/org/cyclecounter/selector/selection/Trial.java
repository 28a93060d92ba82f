// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.NativeChild;
import org.cyclecounter.spi.nativelib.NativeCounterSource;

/**
 * The trial that a counter passes before it is read in this process. A native child runs nothing
 * but the counter's function, and needs one; a child JVM runs the provider's code as well.
 *
 * <p>{@code docs/isolation.md} has all cases.
 */
enum Trial {

  /** None: the counter is ours and harmless, or the settings isolate nothing. */
  NONE(false, false),

  /** In a native child where that is possible: the program has handed the counter over. */
  NATIVE_IF_POSSIBLE(true, false),

  /** In a native child; rejected where that is not possible. */
  NATIVE(true, true),

  /**
   * In a native child, or in a child JVM where a native one could not judge: a system-call filter
   * that ends it before the counter is opened says nothing about the counter.
   */
  NATIVE_OR_JVM(true, true),

  /** In a child JVM. */
  JVM(false, false),

  /** In a child JVM, then in a native child where that is possible: a second line of defence. */
  JVM_THEN_NATIVE_IF_POSSIBLE(true, false),

  /** In a child JVM, then in a native child; rejected where that is not possible. */
  JVM_THEN_NATIVE(true, true);

  /**
   * True if a native child runs the counter, before it is read here and before each measurement.
   */
  final boolean isNative;

  /** True if the counter is not read here unless a native child could run it. */
  final boolean needsNative;

  Trial(boolean isNative, boolean needsNative) {
    this.isNative = isNative;
    this.needsNative = needsNative;
  }

  /** Returns true if nothing of the counter may run here before it has passed in a child JVM. */
  boolean startsInChildJvm() {
    return compareTo(JVM) >= 0;
  }

  /** Decides by whose the counter is, by what it says of itself, and by the setting. */
  static Trial of(Candidate candidate, Isolation mode) {
    boolean mayCrash = candidate.mayCrash();
    if (mode == Isolation.NONE || candidate.isOurs() && !mayCrash) {
      return NONE;
    }
    if (!candidate.isOurs()) {
      boolean isHarmlessHere = !candidate.isUntrusted() && !mayCrash;
      return mode == Isolation.JVM
          ? isHarmlessHere ? NONE : JVM
          : isHarmlessHere
              ? NATIVE_IF_POSSIBLE
              : mode == Isolation.NATIVE && mayCrash
                  ? JVM_THEN_NATIVE
                  : JVM_THEN_NATIVE_IF_POSSIBLE;
    }
    // open() of these loads the packaged library and links, and executes nothing that may fault.
    boolean isOpenedHarmlessly = candidate.source() instanceof NativeCounterSource;
    if (mode == Isolation.NATIVE) {
      return NATIVE;
    }
    if (mode == Isolation.AUTO && isOpenedHarmlessly && NativeChild.IS_OFFERED) {
      return NATIVE_OR_JVM;
    }
    if (!candidate.unavailableReason().isEmpty()) {
      return NONE; // rejected here: a JVM starts in 60 ms
    }
    return mode == Isolation.JVM ? JVM : JVM_THEN_NATIVE_IF_POSSIBLE;
  }
}
