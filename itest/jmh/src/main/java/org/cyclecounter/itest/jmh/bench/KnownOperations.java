// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.bench;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.concurrent.Callable;
import java.util.zip.CRC32;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Five operations of known cost as {@code measure} takes them, and these and those of its
 * demonstration as JMH does. Not thread-safe.
 */
public final class KnownOperations {

  private static final byte[] DATA = new byte[4096];
  private static final CRC32 CRC = new CRC32();
  private static long seed = 3;

  private KnownOperations() {}

  /** 100 dependent multiplications. */
  public static long multiplications() {
    long x = seed;
    for (int i = 0; i < 100; i++) {
      x *= x;
    }
    return x;
  }

  /** 1,000 additions and exclusive ors in a chain, which no compiler shortens. */
  public static long additions() {
    long x = seed;
    for (int i = 0; i < 1000; i++) {
      x += x ^ i;
    }
    return x;
  }

  /** Ten dependent divisions. */
  public static long divisions() {
    long x = seed;
    for (int i = 0; i < 10; i++) {
      x = 1_000_000_000_000L / (x | 1) + 7;
    }
    return x;
  }

  /** CRC-32 of 4 KiB. */
  public static long crc32() {
    CRC.reset();
    CRC.update(DATA, 0, DATA.length);
    return CRC.getValue();
  }

  /** A sum over 4 KiB. */
  public static long sum() {
    long sum = seed;
    for (byte value : DATA) {
      sum = 31 * sum + value;
    }
    return sum;
  }

  /** Returns an operation by its name, and a blank and its size where it has one. */
  static Callable<Object> of(String name) throws GeneralSecurityException {
    String[] parts = name.split(" (?=[0-9]+$)");
    byte[] data = new byte[parts.length == 1 ? 0 : Integer.parseInt(parts[1])];
    byte[] to = new byte[data.length + 16];
    switch (parts[0]) {
      case "multiplications":
        return KnownOperations::multiplications;
      case "additions":
        return KnownOperations::additions;
      case "divisions":
        return KnownOperations::divisions;
      case "crc32":
        return KnownOperations::crc32;
      case "sum":
        return KnownOperations::sum;
      case "SHA-256":
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        return () -> digest.digest(data);
      case "memory copy":
        return () -> {
          System.arraycopy(data, 0, to, 0, data.length);
          return to;
        };
      default:
        return sealing(parts[0], data, to);
    }
  }

  private static Callable<Object> sealing(String name, byte[] data, byte[] to)
      throws GeneralSecurityException {
    boolean isAes = name.equals("AES-128-GCM");
    Cipher cipher = Cipher.getInstance(isAes ? "AES/GCM/NoPadding" : name);
    SecretKeySpec key = new SecretKeySpec(new byte[isAes ? 16 : 32], isAes ? "AES" : "ChaCha20");
    byte[] nonce = new byte[12];
    return () -> {
      for (int i = 0; i < nonce.length && ++nonce[i] == 0; i++) {
        // carries
      }
      cipher.init(
          Cipher.ENCRYPT_MODE,
          key,
          isAes ? new GCMParameterSpec(128, nonce) : new IvParameterSpec(nonce));
      return cipher.doFinal(data, 0, data.length, to, 0);
    };
  }
}
