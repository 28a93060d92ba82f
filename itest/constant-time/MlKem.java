// SPDX-License-Identifier: Apache-2.0
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import javax.crypto.KEM;
import org.cyclecounter.trace.SecretOperation;

/**
 * Decapsulation by the JDK's ML-KEM-768, since Java 24, with a secret of 1,184 bytes: the
 * polynomials, and the result for a wrong ciphertext. The rest of the key is public.
 */
public final class MlKem implements SecretOperation {

  private static final int KEY = 2400;
  private static final int POLYNOMIALS = 1152;
  private static final int REJECTION = 32;

  private final byte[] encoded;
  private final byte[] ciphertext;
  private final KeyFactory factory = KeyFactory.getInstance("ML-KEM-768");
  private final KEM kem = KEM.getInstance("ML-KEM-768");

  /** Makes a pair of keys. */
  public MlKem() throws GeneralSecurityException {
    KeyPair pair = KeyPairGenerator.getInstance("ML-KEM-768").generateKeyPair();
    encoded = pair.getPrivate().getEncoded();
    ciphertext = kem.newEncapsulator(pair.getPublic()).encapsulate().encapsulation();
  }

  @Override
  public long run(byte[] secret) throws Exception {
    byte[] changed = encoded.clone();
    int begin = changed.length - KEY;
    for (int i = 0; i < POLYNOMIALS; i += 3) { // 12 bits each, below 3329
      changed[begin + i] = secret[i];
      changed[begin + i + 1] = (byte) (secret[i + 1] & 0xf7);
      changed[begin + i + 2] = (byte) (secret[i + 2] & 0x7f);
    }
    System.arraycopy(secret, POLYNOMIALS, changed, changed.length - REJECTION, REJECTION);
    PrivateKey key = factory.generatePrivate(new PKCS8EncodedKeySpec(changed));
    return kem.newDecapsulator(key).decapsulate(ciphertext).getEncoded()[0];
  }
}
