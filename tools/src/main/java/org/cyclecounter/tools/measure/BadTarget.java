// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import org.cyclecounter.diagnostics.text.Formatted;

/**
 * Thrown for a name that cannot be measured; the message is one sentence with the remedy.
 *
 * <p>Before anything is measured it is bad input, status 2; thrown while an operation is prepared
 * it is that operation's failure, and the others are measured.
 */
final class BadTarget extends RuntimeException {

  private static final long serialVersionUID = 1;

  BadTarget(String format, Object... arguments) {
    super(Formatted.of(format, arguments));
  }
}
