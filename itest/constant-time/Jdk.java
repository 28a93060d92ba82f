// SPDX-License-Identifier: Apache-2.0
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.AlgorithmParameterSpec;
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

/** Primitives of the JDK, of which the variable PRIMITIVE names one, each with 32 secret bytes. */
public final class Jdk implements SecretOperation {

  private static final byte[] MESSAGE = new byte[64];

  private final SecretOperation primitive = named(System.getenv("PRIMITIVE"));

  /** Makes what is public. */
  public Jdk() throws Exception {}

  @Override
  public long run(byte[] secret) throws Exception {
    return primitive.run(secret);
  }

  private static SecretOperation named(String name) throws Exception {
    return switch (name) {
      case "AesGcm" ->
          key ->
              encrypt(
                  "AES/GCM/NoPadding",
                  new SecretKeySpec(key, "AES"),
                  new GCMParameterSpec(128, new byte[12]));
      case "ChaChaPoly" ->
          key ->
              encrypt(
                  "ChaCha20-Poly1305",
                  new SecretKeySpec(key, "ChaCha20"),
                  new IvParameterSpec(new byte[12]));
      case "HmacSha256" -> Jdk::hmacSha256;
      case "X25519" -> x25519();
      case "Ed25519" -> ed25519();
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static long encrypt(String name, SecretKeySpec key, AlgorithmParameterSpec parameters)
      throws Exception {
    Cipher cipher = Cipher.getInstance(name);
    cipher.init(Cipher.ENCRYPT_MODE, key, parameters);
    return cipher.doFinal(MESSAGE)[0];
  }

  private static long hmacSha256(byte[] secret) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret, "HmacSHA256"));
    return mac.doFinal(MESSAGE)[0];
  }

  private static SecretOperation x25519() throws Exception {
    KeyFactory factory = KeyFactory.getInstance("XDH");
    PublicKey peer = KeyPairGenerator.getInstance("X25519").generateKeyPair().getPublic();
    return secret -> {
      PrivateKey key =
          factory.generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, secret));
      KeyAgreement agreement = KeyAgreement.getInstance("XDH");
      agreement.init(key);
      agreement.doPhase(peer, true);
      return agreement.generateSecret()[0];
    };
  }

  /** A signature. */
  private static SecretOperation ed25519() throws Exception {
    KeyFactory factory = KeyFactory.getInstance("EdDSA");
    return secret -> {
      PrivateKey key =
          factory.generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, secret));
      Signature signature = Signature.getInstance("EdDSA");
      signature.initSign(key);
      signature.update(MESSAGE);
      return signature.sign()[0];
    };
  }
}
