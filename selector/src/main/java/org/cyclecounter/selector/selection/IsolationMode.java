// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

/** Where a counter that may crash is first run; documented where users select one. */
public enum IsolationMode {
  /** The cheapest safe way for each counter. */
  AUTO,
  /** In a native child of this process; what has no entry point for that is rejected. */
  NATIVE,
  /** In a separate Java process. */
  JVM,
  /** In this process, unprotected. */
  NONE
}
