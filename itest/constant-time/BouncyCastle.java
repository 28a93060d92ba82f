// SPDX-License-Identifier: Apache-2.0
import java.math.BigInteger;
import java.util.Arrays;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.BlockCipher;
import org.bouncycastle.crypto.CipherParameters;
import org.bouncycastle.crypto.CryptoServicesRegistrar;
import org.bouncycastle.crypto.Digest;
import org.bouncycastle.crypto.Mac;
import org.bouncycastle.crypto.agreement.ECDHBasicAgreement;
import org.bouncycastle.crypto.agreement.X25519Agreement;
import org.bouncycastle.crypto.digests.Blake2bDigest;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.digests.SHA3Digest;
import org.bouncycastle.crypto.digests.SHA512Digest;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.crypto.engines.AESEngine;
import org.bouncycastle.crypto.engines.CamelliaEngine;
import org.bouncycastle.crypto.engines.DESedeEngine;
import org.bouncycastle.crypto.engines.SM4Engine;
import org.bouncycastle.crypto.engines.TwofishEngine;
import org.bouncycastle.crypto.generators.HKDFBytesGenerator;
import org.bouncycastle.crypto.generators.MLKEMKeyPairGenerator;
import org.bouncycastle.crypto.kems.MLKEMExtractor;
import org.bouncycastle.crypto.kems.MLKEMGenerator;
import org.bouncycastle.crypto.macs.HMac;
import org.bouncycastle.crypto.macs.Poly1305;
import org.bouncycastle.crypto.macs.SipHash;
import org.bouncycastle.crypto.modes.AEADCipher;
import org.bouncycastle.crypto.modes.ChaCha20Poly1305;
import org.bouncycastle.crypto.modes.GCMBlockCipher;
import org.bouncycastle.crypto.params.AEADParameters;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.params.HKDFParameters;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.MLKEMKeyGenerationParameters;
import org.bouncycastle.crypto.params.MLKEMParameters;
import org.bouncycastle.crypto.params.MLKEMPrivateKeyParameters;
import org.bouncycastle.crypto.params.MLKEMPublicKeyParameters;
import org.bouncycastle.crypto.params.ParametersWithIV;
import org.bouncycastle.crypto.params.X25519PrivateKeyParameters;
import org.bouncycastle.crypto.params.X25519PublicKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.util.encoders.Hex;
import org.cyclecounter.trace.SecretOperation;

/**
 * Primitives of Bouncy Castle, of which the variable PRIMITIVE names one, each with a secret of 32
 * bytes unless it says otherwise.
 */
public final class BouncyCastle implements SecretOperation {

  private static final byte[] MESSAGE = new byte[64];

  private final SecretOperation primitive = named(System.getenv("PRIMITIVE"));

  @Override
  public long run(byte[] secret) throws Exception {
    return primitive.run(secret);
  }

  private static SecretOperation named(String name) {
    return switch (name) {
      case "Aes" -> key -> encrypt(AESEngine.newInstance(), key); // by tables
      case "AesGcm" ->
          key ->
              encrypt(
                  GCMBlockCipher.newInstance(AESEngine.newInstance()),
                  new AEADParameters(new KeyParameter(key), 128, new byte[12]));
      case "ChaChaPoly" ->
          key ->
              encrypt(
                  new ChaCha20Poly1305(),
                  new ParametersWithIV(new KeyParameter(key), new byte[12]));
      case "Camellia" -> key -> encrypt(new CamelliaEngine(), key);
      case "Sm4" -> key -> encrypt(new SM4Engine(), Arrays.copyOf(key, 16));
      case "Twofish" -> key -> encrypt(new TwofishEngine(), key);
      case "DesEde" -> key -> encrypt(new DESedeEngine(), Arrays.copyOf(key, 24));
      case "Sha256" -> secret -> digest(new SHA256Digest(), secret);
      case "Sha512" -> secret -> digest(new SHA512Digest(), secret);
      case "Sha3" -> secret -> digest(new SHA3Digest(256), secret);
      case "Blake2b" -> secret -> digest(new Blake2bDigest(256), secret);
      case "HmacSha256" -> key -> mac(new HMac(new SHA256Digest()), key);
      case "Poly" -> key -> mac(new Poly1305(), key);
      case "Sip" -> key -> mac(new SipHash(), Arrays.copyOf(key, 16));
      case "Hkdf" -> BouncyCastle::hkdf;
      case "HexDigits" -> secret -> Hex.encode(secret)[0];
      case "X25519" -> x25519();
      case "Ed25519" -> BouncyCastle::ed25519;
      case "EcdsaP256" -> ecdsa(domain("secp256r1"));
      case "EcdhK256" -> ecdh(domain("secp256k1"));
      case "MlKem768" -> new MlKem768();
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static long encrypt(BlockCipher cipher, byte[] key) {
    byte[] block = new byte[cipher.getBlockSize()];
    cipher.init(true, new KeyParameter(key));
    cipher.processBlock(block, 0, block, 0);
    return block[0];
  }

  private static long encrypt(AEADCipher cipher, CipherParameters key) throws Exception {
    cipher.init(true, key);
    byte[] text = new byte[cipher.getOutputSize(MESSAGE.length)];
    cipher.doFinal(text, cipher.processBytes(MESSAGE, 0, MESSAGE.length, text, 0));
    return text[0];
  }

  private static long digest(Digest digest, byte[] secret) {
    byte[] value = new byte[digest.getDigestSize()];
    digest.update(secret, 0, secret.length);
    digest.doFinal(value, 0);
    return value[0];
  }

  private static long mac(Mac mac, byte[] key) {
    byte[] value = new byte[mac.getMacSize()];
    mac.init(new KeyParameter(key));
    mac.update(MESSAGE, 0, MESSAGE.length);
    mac.doFinal(value, 0);
    return value[0];
  }

  private static long hkdf(byte[] secret) {
    HKDFBytesGenerator generator = new HKDFBytesGenerator(new SHA256Digest());
    generator.init(new HKDFParameters(secret, MESSAGE, MESSAGE));
    byte[] key = new byte[32];
    generator.generateBytes(key, 0, key.length);
    return key[0];
  }

  private static SecretOperation x25519() {
    X25519PublicKeyParameters peer =
        new X25519PrivateKeyParameters(MESSAGE, 0).generatePublicKey();
    return secret -> {
      X25519Agreement agreement = new X25519Agreement();
      agreement.init(new X25519PrivateKeyParameters(secret, 0));
      byte[] shared = new byte[agreement.getAgreementSize()];
      agreement.calculateAgreement(peer, shared, 0);
      return shared[0];
    };
  }

  /** A signature. */
  private static long ed25519(byte[] secret) throws Exception {
    Ed25519Signer signer = new Ed25519Signer();
    signer.init(true, new Ed25519PrivateKeyParameters(secret, 0));
    signer.update(MESSAGE, 0, MESSAGE.length);
    return signer.generateSignature()[0];
  }

  private static ECPrivateKeyParameters privateKey(ECDomainParameters domain, byte[] secret) {
    byte[] key = secret.clone();
    key[0] &= 0x7f; // below the order
    key[31] |= 1; // above 0
    return new ECPrivateKeyParameters(new BigInteger(1, key), domain);
  }

  private static ECDomainParameters domain(String name) {
    X9ECParameters curve = CustomNamedCurves.getByName(name);
    return new ECDomainParameters(curve.getCurve(), curve.getG(), curve.getN(), curve.getH());
  }

  /** A deterministic signature. */
  private static SecretOperation ecdsa(ECDomainParameters domain) {
    return secret -> {
      ECDSASigner signer = new ECDSASigner(new HMacDSAKCalculator(new SHA256Digest()));
      signer.init(true, privateKey(domain, secret));
      return signer.generateSignature(new byte[32])[0].longValue();
    };
  }

  private static SecretOperation ecdh(ECDomainParameters domain) {
    ECPublicKeyParameters peer = new ECPublicKeyParameters(domain.getG(), domain);
    return secret -> {
      ECDHBasicAgreement agreement = new ECDHBasicAgreement();
      agreement.init(privateKey(domain, secret));
      return agreement.calculateAgreement(peer).longValue();
    };
  }

  /**
   * Decapsulation by ML-KEM-768 with a secret of 1,184 bytes: the polynomials, and the result for a
   * wrong ciphertext. The rest of the key is public.
   */
  private static final class MlKem768 implements SecretOperation {
    private static final int POLYNOMIALS = 1152;
    private final byte[] key;
    private final byte[] ciphertext;

    MlKem768() {
      MLKEMKeyPairGenerator generator = new MLKEMKeyPairGenerator();
      generator.init(
          new MLKEMKeyGenerationParameters(
              CryptoServicesRegistrar.getSecureRandom(), MLKEMParameters.ml_kem_768));
      var pair = generator.generateKeyPair();
      key = ((MLKEMPrivateKeyParameters) pair.getPrivate()).getEncoded();
      ciphertext =
          new MLKEMGenerator(CryptoServicesRegistrar.getSecureRandom())
              .generateEncapsulated((MLKEMPublicKeyParameters) pair.getPublic())
              .getEncapsulation();
    }

    @Override
    public long run(byte[] secret) {
      byte[] encoded = key.clone();
      for (int i = 0; i < POLYNOMIALS; i += 3) { // 12 bits each, below 3329
        encoded[i] = secret[i];
        encoded[i + 1] = (byte) (secret[i + 1] & 0xf7);
        encoded[i + 2] = (byte) (secret[i + 2] & 0x7f);
      }
      System.arraycopy(secret, POLYNOMIALS, encoded, encoded.length - 32, 32);
      MLKEMPrivateKeyParameters parameters =
          new MLKEMPrivateKeyParameters(MLKEMParameters.ml_kem_768, encoded);
      return new MLKEMExtractor(parameters).extractSecret(ciphertext)[0];
    }
  }
}
