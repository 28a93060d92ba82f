// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

/**
 * The steps of the life that a child JVM rehearses with a counter, in their order. They travel to
 * the parent by their names.
 */
public enum Step {
  CREATED("when its provider is created and asked for its counters"),
  OPENED("when it is opened"),
  READ("when it is read"),
  THREAD_ENDED("when the thread that opened it ends"),
  OPENED_AGAIN("when it is opened a second time"),
  READ_ELSEWHERE("when it is read on another thread than the one that opened it"),
  READ_TOGETHER("when two threads read it at the same time"),
  READ_BY_MANY("when many threads read it, one after the other"),
  COLLECTED("when garbage is collected while it is open"),
  READ_DEEPLY("when it is read at the end of a deep recursion"),
  CLOSED("when it is closed while a thread reads it"),
  DROPPED("when garbage is collected after it was closed"),
  ENDED("when the program exits");

  /** Completes a sentence such as "it ends the process". */
  public final String when;

  Step(String when) {
    this.when = when;
  }
}
