// SPDX-License-Identifier: Apache-2.0
package com.example;

import org.cyclecounter.constanttime.SecretOperation;

/** An operation of the schemas' test: compares up to the first difference. */
public final class EarlyOut implements SecretOperation {

  private final byte[] tag = new byte[8];

  @Override
  public long run(byte[] secret) {
    for (int i = 0; i < tag.length; i++) {
      if (secret[i] != tag[i]) {
        return 0;
      }
    }
    return 1;
  }
}
