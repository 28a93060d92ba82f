// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

/** An operation that cannot be checked; the message is one sentence. */
final class OperationFailure extends Exception {

  private static final long serialVersionUID = 1;

  OperationFailure(String sentence) {
    super(sentence);
  }
}
