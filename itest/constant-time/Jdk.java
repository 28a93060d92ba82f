// SPDX-License-Identifier: Apache-2.0
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.cyclecounter.trace.SecretOperation;

/** Primitives of the JDK, each with a secret of 32 bytes. */
final class Jdk {

  private static final byte[] MESSAGE = new byte[64];

  private Jdk() {}

  /** AES in Galois/counter mode. */
  public static final class AesGcm implements SecretOperation {
    @Override
    public long run(byte[] secret) throws Exception {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(secret, "AES"),
          new GCMParameterSpec(128, new byte[12]));
      return cipher.doFinal(MESSAGE)[0];
    }
  }

  /** ChaCha20 with Poly1305. */
  public static final class ChaChaPoly implements SecretOperation {
    @Override
    public long run(byte[] secret) throws Exception {
      Cipher cipher = Cipher.getInstance("ChaCha20-Poly1305");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(secret, "ChaCha20"),
          new IvParameterSpec(new byte[12]));
      return cipher.doFinal(MESSAGE)[0];
    }
  }

  /** HMAC with SHA-256. */
  public static final class HmacSha256 implements SecretOperation {
    @Override
    public long run(byte[] secret) throws Exception {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      return mac.doFinal(MESSAGE)[0];
    }
  }

  /** X25519. */
  public static final class X25519 implements SecretOperation {
    private final KeyFactory factory = KeyFactory.getInstance("XDH");
    private final PublicKey peer =
        KeyPairGenerator.getInstance("X25519").generateKeyPair().getPublic();

    /** Makes a peer's key. */
    public X25519() throws GeneralSecurityException {}

    @Override
    public long run(byte[] secret) throws Exception {
      PrivateKey key =
          factory.generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, secret));
      KeyAgreement agreement = KeyAgreement.getInstance("XDH");
      agreement.init(key);
      agreement.doPhase(peer, true);
      return agreement.generateSecret()[0];
    }
  }

  /** A signature by Ed25519. */
  public static final class Ed25519 implements SecretOperation {
    private final KeyFactory factory = KeyFactory.getInstance("EdDSA");

    /** Finds the provider. */
    public Ed25519() throws GeneralSecurityException {}

    @Override
    public long run(byte[] secret) throws Exception {
      PrivateKey key =
          factory.generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, secret));
      Signature signature = Signature.getInstance("EdDSA");
      signature.initSign(key);
      signature.update(MESSAGE);
      return signature.sign()[0];
    }
  }
}
