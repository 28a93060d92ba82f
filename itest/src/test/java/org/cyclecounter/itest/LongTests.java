// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

/**
 * Tests that are too slow for every build: {@code mvn verify -Dtests=all} runs them, as {@code
 * .ci/run} does. A plain build does less of the same.
 */
public final class LongTests {

  /** True if the build runs them. */
  public static final boolean ARE_RUN = !"some".equals(System.getProperty("tests", "some"));

  private LongTests() {}
}
