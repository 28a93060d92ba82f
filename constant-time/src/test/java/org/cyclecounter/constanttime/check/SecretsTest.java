// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SecretsTest {

  @Test
  void containsEachByteAtEachPosition() {
    List<byte[]> secrets = Secrets.of(5);
    for (int position = 0; position < 5; position++) {
      int at = position;
      assertThat(secrets.stream().map(secret -> secret[at] & 255).collect(Collectors.toSet()))
          .containsAll(IntStream.range(0, 256).boxed().toList());
    }
  }

  @Test
  void beginsWithUsualSecretThenZerosThenOnes() {
    assertThat(Secrets.of(3).subList(1, 3)).containsExactly(new byte[3], new byte[] {-1, -1, -1});
    assertThat(Secrets.of(3).get(0)).isEqualTo(Secrets.of(3).get(0)).isNotEqualTo(new byte[3]);
  }
}
