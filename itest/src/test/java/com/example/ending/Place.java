// SPDX-License-Identifier: Apache-2.0
package com.example.ending;

/** The places where code of a provider runs. */
public enum Place {
  INITIALIZER,
  CONSTRUCTOR,
  COUNTERS,
  /** The iteration over the list that {@code counters()} returned. */
  LIST,
  NAME,
  KIND,
  SCOPE,
  MAY_CRASH,
  SCALING,
  BITS,
  COUNTED,
  INSTRUCTION,
  OPEN,
  /** {@code getMessage()} of the exception that {@code open()} threw. */
  MESSAGE,
  ENTRY_POINT,
  TICKS,
  /** The 50,000th reading. */
  LATE_TICKS,
  START_TICKS,
  STOP_TICKS,
  CLOSE
}
