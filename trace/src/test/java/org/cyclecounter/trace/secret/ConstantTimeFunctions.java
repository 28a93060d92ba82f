// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.List;
import java.util.Random;
import org.cyclecounter.trace.ConstantTime;
import org.cyclecounter.trace.SecretOperation;

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

  /** Returns all twelve. */
  static List<Class<? extends SecretOperation>> all() {
    return List.of(
        Nothing.class,
        XorCompare.class,
        MaskSelect.class,
        ConditionalSwap.class,
        TableScan.class,
        Multiply.class,
        BarrettReduction.class,
        Gf256Multiply.class,
        ChaChaRounds.class,
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

  /** Does nothing. */
  public static final class Nothing implements SecretOperation {
    @Override
    public long run(byte[] secret) {
      return 1;
    }
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

  /** Selects by a mask of the lowest bit. */
  public static final class MaskSelect implements SecretOperation {
    @Override
    public long run(byte[] secret) {
      int sum = 0;
      for (int i = 0; i < secret.length; i++) {
        int mask = -(secret[i] & 1);
        sum += (mask & 77) | (~mask & i);
      }
      return sum;
    }
  }

  /** Swaps two arrays by masks, as ladders do. */
  public static final class ConditionalSwap implements SecretOperation {
    private final int[] left = new Random(2).ints(16).toArray();
    private final int[] right = new Random(3).ints(16).toArray();

    @Override
    public long run(byte[] secret) {
      for (int round = 0; round < 8; round++) {
        int mask = -(secret[0] >>> round & 1);
        for (int i = 0; i < left.length; i++) {
          int change = mask & (left[i] ^ right[i]);
          left[i] ^= change;
          right[i] ^= change;
        }
      }
      return left[0];
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

  /** Reduces modulo 3329 by a multiplication. */
  public static final class BarrettReduction implements SecretOperation {
    @Override
    public long run(byte[] secret) {
      int sum = 0;
      for (int i = 0; i < secret.length; i++) {
        int value = (secret[i] & 255) * 4096;
        int quotient = (int) (value * 20159L >>> 26);
        sum += value - quotient * 3329;
      }
      return sum;
    }
  }

  /** Multiplies in the field of AES, bit by bit. */
  public static final class Gf256Multiply implements SecretOperation {
    @Override
    public long run(byte[] secret) {
      int sum = 0;
      for (int i = 0; i < secret.length; i++) {
        int left = secret[i] & 255;
        int right = KEY[i] & 255;
        int product = 0;
        for (int bit = 0; bit < 8; bit++) {
          product ^= left & -(right >>> bit & 1);
          left = left << 1 ^ (-(left >>> 7) & 0x11b);
        }
        sum ^= product << (i & 15);
      }
      return sum;
    }
  }

  /** Adds, rotates and xors as ChaCha20 does. */
  public static final class ChaChaRounds implements SecretOperation {
    @Override
    public long run(byte[] secret) {
      int a = (int) word(secret, 0);
      int b = (int) word(secret, 8);
      int c = (int) word(secret, 16);
      int d = (int) word(secret, 24);
      for (int i = 0; i < 20; i++) {
        a += b;
        d = Integer.rotateLeft(d ^ a, 16);
        c += d;
        b = Integer.rotateLeft(b ^ c, 12);
        a += b;
        d = Integer.rotateLeft(d ^ a, 8);
        c += d;
        b = Integer.rotateLeft(b ^ c, 7);
      }
      return a ^ b ^ c ^ d;
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
