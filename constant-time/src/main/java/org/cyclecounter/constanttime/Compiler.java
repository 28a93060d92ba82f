// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime;

/**
 * The compiler whose code is checked.
 *
 * @since 0.1.0
 */
public enum Compiler {
  /** C2, which compiles what runs often. */
  C2,
  /** C1, which compiles before it, and in JVMs that have C1 only. */
  C1
}
