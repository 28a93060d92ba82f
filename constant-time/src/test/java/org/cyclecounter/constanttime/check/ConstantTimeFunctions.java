// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.List;
import java.util.Random;
import org.cyclecounter.constanttime.ConstantTime;
import org.cyclecounter.constanttime.SecretOperation;

/**
 * Operations on a secret of 32 bytes whose branches, addresses and divisions do not depend on it.
 */
final class ConstantTimeFunctions {

  private static final byte[] KEY = new byte[32];
  private static final int[] TABLE = new Random(1).ints(256).toArray();

  static {
    new Random(7).nextBytes(KEY);
  }

  private ConstantTimeFunctions() {}

  /** Returns all six. */
  static List<Class<? extends SecretOperation>> all() {
    return List.of(
        XorCompare.class,
        TableScan.class,
        Multiply.class,
        IsEqual.class,
        Declassified.class,
        Sha256.class);
  }

  static long word(byte[] bytes, int at) {
    long word = 0;
    for (int i = 0; i < 8; i++) {
      word |= (bytes[at + i] & 255L) << (8 * i);
    }
    return word;
  }

  /** Collects all differences from a key. */
  public static final class XorCompare implements SecretOperation {
    @Override
    public long run(byte[] secret) {
      int differences = 0;
      for (int i = 0; i < KEY.length; i++) {
        differences |= secret[i] ^ KEY[i];
      }
      return (differences - 1) >>> 31;
    }
  }

  /** Reads all of a table for one of its entries. */
  public static final class TableScan implements SecretOperation {
    @Override
    public long run(byte[] secret) {
      int entry = 0;
      for (int i = 0; i < TABLE.length; i++) {
        int difference = (secret[0] & 255) ^ i;
        entry |= TABLE[i] & ((difference - 1) >> 31);
      }
      return entry;
    }
  }

  /** Multiplies to 128 bits. */
  public static final class Multiply implements SecretOperation {
    @Override
    public long run(byte[] secret) {
      long left = word(secret, 0);
      long right = word(secret, 8);
      return left * right ^ Math.multiplyHigh(left, right);
    }
  }

  /** Compares by the JDK's method, whose result is public by intent: to be accepted. */
  public static final class IsEqual implements SecretOperation {
    @Override
    public long run(byte[] secret) {
      return MessageDigest.isEqual(secret, KEY) ? 1 : 0;
    }
  }

  /** Branches on a parity that it has declassified. */
  public static final class Declassified implements SecretOperation {
    private int odd;

    @Override
    public long run(byte[] secret) {
      int parity = 0;
      for (int i = 0; i < secret.length; i++) {
        parity ^= secret[i];
      }
      if (ConstantTime.declassify(new byte[] {(byte) (parity & 1)})[0] != 0) {
        odd++;
      }
      return odd;
    }
  }

  /** SHA-256. */
  public static final class Sha256 implements SecretOperation {
    private final MessageDigest digest;

    public Sha256() throws GeneralSecurityException {
      digest = MessageDigest.getInstance("SHA-256");
    }

    @Override
    public long run(byte[] secret) {
      return digest.digest(secret)[0];
    }
  }
}
