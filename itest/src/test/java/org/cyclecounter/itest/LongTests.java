// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

/**
 * What is too slow for every build: {@code mvn verify -Dtests=all} does it, as {@code .ci/run}
 * does. A plain build does less of the same.
 */
public final class LongTests {

  /** Whether they are wanted. */
  public static final boolean ARE_RUN = !"some".equals(System.getProperty("tests", "some"));

  private LongTests() {}
}
