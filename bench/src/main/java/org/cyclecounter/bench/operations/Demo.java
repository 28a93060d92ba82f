package org.cyclecounter.bench.operations;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.spec.AlgorithmParameterSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.cyclecounter.bench.BenchFunction;
import org.cyclecounter.bench.Sink;

/** The JDK's own ciphers and digest, and memory copies, at several sizes. */
public final class Demo {

  private static final int[] MESSAGES = {64, 1 << 10, 16 << 10, 64 << 10};

  /** As small as a line of the cache, and larger than any cache. */
  private static final int[] COPIES = {64, 16 << 10, 1 << 20, 64 << 20};

  private static final int TAG_BYTES = 16;
  private static final int NONCE_BYTES = 12;

  private Demo() {}

  /**
   * The operations.
   *
   * @return four kinds at four sizes each
   */
  public static List<Operation> operations() {
    List<Operation> all = new ArrayList<>();
    for (Kind kind :
        List.<Kind>of(
            new Kind("SHA-256", MESSAGES, Demo::sha256),
            new Kind(
                "AES-128-GCM", MESSAGES, bytes -> cipher("AES/GCM/NoPadding", "AES", 16, bytes)),
            new Kind(
                "ChaCha20-Poly1305",
                MESSAGES,
                bytes -> cipher("ChaCha20-Poly1305", "ChaCha20", 32, bytes)),
            new Kind("memory copy", COPIES, Demo::copy))) {
      for (int bytes : kind.sizes()) {
        all.add(new Sized(kind, bytes));
      }
    }
    return all;
  }

  private interface Maker {
    BenchFunction of(int bytes) throws GeneralSecurityException;
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Kind(String name, int[] sizes, Maker maker) {}

  private record Sized(Kind kind, int size) implements Operation {
    @Override
    public String name() {
      return kind.name();
    }

    @Override
    public long bytes() {
      return size;
    }

    @Override
    public BenchFunction prepare() throws GeneralSecurityException {
      return kind.maker().of(size);
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

  /** Each message has a nonce of its own, as both ciphers ask for. */
  private static BenchFunction cipher(String transformation, String key, int keyBytes, int bytes)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(transformation);
    SecretKeySpec secret = new SecretKeySpec(new byte[keyBytes], key);
    byte[] plain = new byte[bytes];
    byte[] sealed = new byte[bytes + TAG_BYTES];
    byte[] nonce = new byte[NONCE_BYTES];
    Function<byte[], AlgorithmParameterSpec> parameters =
        key.equals("AES")
            ? bits -> new GCMParameterSpec(8 * TAG_BYTES, bits)
            : bits -> new IvParameterSpec(bits);
    return n -> {
      for (long i = 0; i < n; i++) {
        next(nonce);
        cipher.init(Cipher.ENCRYPT_MODE, secret, parameters.apply(nonce));
        cipher.doFinal(plain, 0, bytes, sealed, 0);
        Sink.consume(sealed);
      }
    };
  }

  private static void next(byte[] nonce) {
    for (int i = 0; i < nonce.length; i++) {
      if (++nonce[i] != 0) {
        return;
      }
    }
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
