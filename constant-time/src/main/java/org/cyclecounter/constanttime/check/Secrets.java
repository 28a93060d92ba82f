// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.cyclecounter.instructions.stepping.CountFailure;

/**
 * The secrets that runs are compared for. Each byte takes all 256 values, so that for any byte that
 * an operation compares with, one secret matches. Two more are all zeros and all ones.
 */
final class Secrets {

  static final String NONE_COMPARABLE = "no two secrets have the same declassified bytes";

  private static final int VALUES = 256;
  private static final int WARM_UP = 20_000;

  private Secrets() {}

  /** Returns 258 secrets, the same each time. */
  static List<byte[]> of(int length) {
    Random random = new Random(29);
    byte[][] secrets = new byte[VALUES][length];
    for (int position = 0; position < length; position++) {
      for (int i = 0; i < VALUES; i++) { // a random permutation
        int other = random.nextInt(i + 1);
        secrets[i][position] = secrets[other][position];
        secrets[other][position] = (byte) i;
      }
    }
    List<byte[]> all = new ArrayList<>(Arrays.asList(secrets));
    byte[] ones = new byte[length];
    Arrays.fill(ones, (byte) -1);
    all.addAll(1, List.of(new byte[length], ones));
    return all;
  }

  /**
   * Warms an operation up.
   *
   * @return the largest group of secrets with equal declassified bytes, which can be compared
   */
  static List<byte[]> comparable(SecretRuns subject) throws IOException, CountFailure {
    long[] declassified = {0};
    Declassification.listen(
        value -> declassified[0] = 31 * declassified[0] + Arrays.hashCode(value));
    subject.warmUp(WARM_UP);
    Map<Long, List<byte[]>> groups = new LinkedHashMap<>();
    for (byte[] secret : subject.secrets()) {
      declassified[0] = 0;
      subject.run(secret);
      groups.computeIfAbsent(declassified[0], key -> new ArrayList<>()).add(secret);
    }
    return groups.values().stream().max(Comparator.comparing(List::size)).orElseThrow();
  }
}
