// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

/**
 * Ends a command with status 1; the message is one sentence for the error stream.
 *
 * <p>Unchecked, because it passes through picocli and through lambdas; {@link BaseCommand#call}
 * catches it. The input was right, so the status is not 2.
 */
public final class CommandFailure extends RuntimeException {

  private static final long serialVersionUID = 1;

  public CommandFailure(String sentence) {
    super(sentence);
  }
}
