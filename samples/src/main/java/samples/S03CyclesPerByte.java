// SPDX-License-Identifier: Apache-2.0
package samples;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import org.cyclecounter.bench.Bench;
import org.cyclecounter.bench.Sink;
import org.cyclecounter.bench.Timing;

/*
 * 03. Measure cycles per byte.
 *
 * Prints:
 *   SHA-256 of 64 bytes: <short> cycles a byte
 *   SHA-256 of 1024 bytes: <medium> cycles a byte
 *   SHA-256 of 16384 bytes: <long> cycles a byte
 *   by <counter>
 *
 * Trap: the cost per byte is not one number. A short message pays for what each message costs, such
 * as padding: name the size beside the number. And a result that nobody uses need not be computed:
 * without Sink the compiler may remove the operation, and a warning says so.
 */
public final class S03CyclesPerByte {

  private S03CyclesPerByte() {}

  public static void main(String[] arguments) throws NoSuchAlgorithmException {
    MessageDigest sha = MessageDigest.getInstance("SHA-256");
    String counter = "";
    try (Bench bench = Bench.create().targetSeconds(0.1).onWarning(System.err::println)) {
      for (int bytes : new int[] {64, 1024, 16_384}) {
        byte[] message = new byte[bytes];
        Timing timing =
            bench.measure(
                n -> {
                  for (long i = 0; i < n; i++) {
                    Sink.consume(sha.digest(message));
                  }
                },
                bytes); // the units of one iteration: what is printed is per byte
        System.out.printf(
            Locale.ROOT,
            "SHA-256 of %d bytes: %.2f cycles a byte%n",
            bytes,
            timing.cyclesPerOperation());
        counter = timing.counter();
      }
    }
    System.out.println("by " + counter);
  }
}
