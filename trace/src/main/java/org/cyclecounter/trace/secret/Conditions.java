// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

/** Names what a judgement holds for. */
final class Conditions {

  private Conditions() {}

  static String of(boolean isC1) {
    return "Java "
        + System.getProperty("java.runtime.version")
        + " ("
        + System.getProperty("java.vm.vendor")
        + "); compiler "
        + (isC1 ? "C1" : "C2")
        + "; processor "
        + org.cyclecounter.trace.child.Conditions.processor();
  }
}
