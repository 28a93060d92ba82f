// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.spec.AlgorithmParameterSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.IntFunction;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.cyclecounter.bench.BenchFunction;
import org.cyclecounter.bench.Sink;

/**
 * The JDK's own ciphers and digest, and memory copies, at several sizes.
 *
 * <p>Keys and messages are zeros: none of these operations takes other paths for other data.
 */
final class Demo {

  /**
   * Bytes of a message. Not more than 64 KiB: 256 KiB in one call cost 22 cycles a byte with
   * AES-GCM where 64 KiB cost 0.45, because the JDK's fast code is compiled after many calls only,
   * and long ones are few (docs/evidence/measuring.md).
   */
  private static final int[] MESSAGES = {64, 1 << 10, 16 << 10, 64 << 10};

  /** Sizes from a line of the cache to more than any cache. */
  private static final int[] COPIES = {64, 16 << 10, 1 << 20, 64 << 20};

  /** Bytes that both ciphers append: SP 800-38D and RFC 8439. */
  private static final int TAG_BYTES = 16;

  /** Bytes of a nonce, 96 bits in both. */
  private static final int NONCE_BYTES = 12;

  private Demo() {}

  /** Returns four kinds of operations at four sizes each. */
  static List<Operation> operations() {
    List<Operation> all = new ArrayList<>();
    add(all, "SHA-256", MESSAGES, bytes -> () -> sha256(bytes));
    add(all, "AES-128-GCM", MESSAGES, bytes -> () -> cipher("AES/GCM/NoPadding", "AES", 16, bytes));
    add(
        all,
        "ChaCha20-Poly1305",
        MESSAGES,
        bytes -> () -> cipher("ChaCha20-Poly1305", "ChaCha20", 32, bytes));
    add(all, "memory copy", COPIES, bytes -> () -> copy(bytes));
    return all;
  }

  private static void add(
      List<Operation> all, String name, int[] sizes, IntFunction<Callable<BenchFunction>> code) {
    for (int bytes : sizes) {
      all.add(new Operation(name, bytes, code.apply(bytes)));
    }
  }

  private static BenchFunction sha256(int bytes) throws GeneralSecurityException {
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    byte[] data = new byte[bytes];
    return n -> {
      for (long i = 0; i < n; i++) {
        Sink.consume(sha256.digest(data));
      }
    };
  }

  /**
   * Encrypts with a new nonce for each message: both ciphers refuse to repeat one.
   *
   * <p>So each message pays for init(), too, as a program's does. Not thread-safe, as all
   * operations here: one thread at a time runs it.
   */
  private static BenchFunction cipher(String transformation, String key, int keyBytes, int bytes)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(transformation);
    SecretKeySpec secret = new SecretKeySpec(new byte[keyBytes], key);
    byte[] plain = new byte[bytes];
    byte[] sealed = new byte[bytes + TAG_BYTES];
    ByteBuffer nonce = ByteBuffer.allocate(NONCE_BYTES);
    Function<byte[], AlgorithmParameterSpec> parameters =
        key.equals("AES")
            ? bits -> new GCMParameterSpec(8 * TAG_BYTES, bits)
            : bits -> new IvParameterSpec(bits);
    return n -> {
      for (long i = 0; i < n; i++) {
        nonce.putLong(0, nonce.getLong(0) + 1); // 2^64 messages have different nonces
        cipher.init(Cipher.ENCRYPT_MODE, secret, parameters.apply(nonce.array()));
        cipher.doFinal(plain, 0, bytes, sealed, 0);
        Sink.consume(sealed);
      }
    };
  }

  private static BenchFunction copy(int bytes) {
    byte[] from = new byte[bytes];
    byte[] to = new byte[bytes];
    return n -> {
      for (long i = 0; i < n; i++) {
        System.arraycopy(from, 0, to, 0, bytes);
        Sink.consume(to);
      }
    };
  }
}
