// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime;

import java.util.List;
import java.util.Set;

/**
 * The result of a check, and the conditions that it holds for.
 *
 * @param conclusion the result
 * @param places the places that depend on the secret and are not accepted
 * @param methods those that finished
 * @param notJudged the part of one run without a verdict, by TAINT or PATHS, whichever judged more:
 *     bytecodes that were still interpreted (TAINT), or instructions that were interpreted or lie
 *     behind a place where paths part (PATHS); {@link Long#MAX_VALUE}, all, if neither finished
 * @param java the Java build, the compiler, the processor as it is and as valgrind shows it, and
 *     for each method that did not finish its reason
 * @since 0.1.0
 */
public record SecretReport(
    Conclusion conclusion, List<Place> places, Set<Method> methods, long notJudged, String java) {

  /**
   * Creates a report.
   *
   * @param conclusion as above
   * @param places copied
   * @param methods copied
   * @param notJudged as above
   * @param java as above
   */
  public SecretReport {
    places = List.copyOf(places);
    methods = Set.copyOf(methods);
  }
}
