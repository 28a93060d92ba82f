// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime;

/**
 * Code that works on a secret: a class with a public constructor without parameters, which a check
 * finds by its name in a new JVM. It is called by one thread.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface SecretOperation {

  /**
   * Works on a secret.
   *
   * @param secret the same array each time, overwritten before each run; not to be changed or kept
   * @return something public that depends on all the work, so that no compiler leaves any out; a
   *     boxed result would branch on it
   * @throws Exception if it fails, which ends the check
   */
  long run(byte[] secret) throws Exception;
}
