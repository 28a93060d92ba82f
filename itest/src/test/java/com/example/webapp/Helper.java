// SPDX-License-Identifier: Apache-2.0
package com.example.webapp;

import org.cyclecounter.spi.TickSource;

/** A class of the application that is not loaded before it is needed. */
final class Helper {

  private Helper() {}

  static TickSource clock() {
    return System::nanoTime;
  }
}
