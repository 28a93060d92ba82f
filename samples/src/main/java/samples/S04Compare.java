// SPDX-License-Identifier: Apache-2.0
package samples;

import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Checksum;
import org.cyclecounter.bench.Bench;
import org.cyclecounter.bench.BenchFunction;
import org.cyclecounter.bench.Subject;

/*
 * 04. Compare two ways.
 *
 * Prints:
 *                 cycles  quartiles  ns  quartiles  per
 *   CRC-32        ...  byte
 *   CRC-32 again  ...  byte  <noise> times CRC-32 (...)...
 *   Adler-32      ...  byte  <ratio> times CRC-32 (...)...
 *
 * Trap: two numbers that were measured one after the other compare two moments of the machine.
 * Measured in turns, what slows a whole round down cancels out. "Within noise" is a result: the
 * rounds show no difference, however far the medians are apart. CRC-32 beside itself shows what
 * noise is.
 */
public final class S04Compare {

  private S04Compare() {}

  public static void main(String[] arguments) {
    try (Bench bench = Bench.create().targetSeconds(0.02).onWarning(System.err::println)) {
      System.out.println(
          bench.compare(
              Subject.ofBytes("CRC-32", of(new CRC32()), 4096),
              Subject.ofBytes("CRC-32 again", of(new CRC32()), 4096),
              Subject.ofBytes("Adler-32", of(new Adler32()), 4096)));
    }
  }

  private static BenchFunction of(Checksum checksum) {
    byte[] data = new byte[4096];
    return n -> {
      for (long i = 0; i < n; i++) {
        checksum.update(data, 0, data.length);
      }
    };
  }
}
