// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

/** Reads stay with JNI; the message is the reason, one clause. */
final class NotLinkedException extends Exception {

  private static final long serialVersionUID = 1;

  NotLinkedException(String reason) {
    super(reason);
  }
}
