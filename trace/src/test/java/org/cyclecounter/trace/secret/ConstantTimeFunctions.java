// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.List;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
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

  /** Returns all twenty. */
  static List<Class<? extends SecretOperation>> all() {
    return List.of(
        Nothing.class,
        XorCompare.class,
        MaskSelect.class,
        ConditionalSwap.class,
        TableScan.class,
        Copy.class,
        Sum.class,
        Multiply.class,
        BarrettReduction.class,
        MersenneReduction.class,
        ModularSubtraction.class,
        HexDigits.class,
        Gf256Multiply.class,
        ChaChaRounds.class,
        SipRounds.class,
        IsEqual.class,
        Declassified.class,
        Hmac.class,
        Sha256.class,
        Sha3.class);
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

  /** Copies. */
  public static final class Copy implements SecretOperation {
    private byte[] copy = {};

    @Override
    public long run(byte[] secret) {
      copy = secret.clone();
      return copy[0];
    }
  }

  /** Adds without a carry that branches. */
  public static final class Sum implements SecretOperation {
    @Override
    public long run(byte[] secret) {
      long low = word(secret, 0) + word(secret, 8);
      long carry = (word(secret, 0) & word(secret, 8) | (word(secret, 0) | word(secret, 8)) & ~low);
      return low ^ (word(secret, 16) + word(secret, 24) + (carry >>> 63));
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

  /** Reduces modulo 2^61 - 1. */
  public static final class MersenneReduction implements SecretOperation {
    @Override
    public long run(byte[] secret) {
      long modulus = (1L << 61) - 1;
      long sum = 0;
      for (int i = 0; i < 32; i += 8) {
        long word = word(secret, i);
        sum += (word & modulus) + (word >>> 61);
        sum = (sum & modulus) + (sum >>> 61);
      }
      return sum;
    }
  }

  /** Subtracts the modulus where the number is not below it, by its sign. */
  public static final class ModularSubtraction implements SecretOperation {
    @Override
    public long run(byte[] secret) {
      long sum = 0;
      for (int i = 0; i < secret.length; i++) {
        int value = (secret[i] & 255) + 3201;
        int reduced = value - 3329;
        sum += reduced + (reduced >> 31 & 3329);
      }
      return sum;
    }
  }

  /** Writes hexadecimal digits by arithmetic. */
  public static final class HexDigits implements SecretOperation {
    private final byte[] digits = new byte[64];

    @Override
    public long run(byte[] secret) {
      for (int i = 0; i < secret.length; i++) {
        digits[2 * i] = digit(secret[i] >>> 4 & 15);
        digits[2 * i + 1] = digit(secret[i] & 15);
      }
      return digits[5];
    }

    private static byte digit(int value) {
      return (byte) (value + '0' + ((9 - value) >> 31 & 'a' - '0' - 10));
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

  /** Mixes as SipHash does. */
  public static final class SipRounds implements SecretOperation {
    @Override
    public long run(byte[] secret) {
      long a = word(secret, 0);
      long b = word(secret, 8);
      long c = word(secret, 16);
      long d = word(secret, 24);
      for (int i = 0; i < 4; i++) {
        a += b;
        b = Long.rotateLeft(b, 13) ^ a;
        a = Long.rotateLeft(a, 32);
        c += d;
        d = Long.rotateLeft(d, 16) ^ c;
        a += d;
        d = Long.rotateLeft(d, 21) ^ a;
        c += b;
        b = Long.rotateLeft(b, 17) ^ c;
        c = Long.rotateLeft(c, 32);
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

  /** HMAC-SHA-256 of the secret with a fixed key. */
  public static final class Hmac implements SecretOperation {
    private final Mac mac;

    public Hmac() throws GeneralSecurityException {
      mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
    }

    @Override
    public long run(byte[] secret) {
      return mac.doFinal(secret)[0];
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

  /** SHA3-256. */
  public static final class Sha3 implements SecretOperation {
    private final MessageDigest digest;

    public Sha3() throws GeneralSecurityException {
      digest = MessageDigest.getInstance("SHA3-256");
    }

    @Override
    public long run(byte[] secret) {
      return digest.digest(secret)[0];
    }
  }
}
