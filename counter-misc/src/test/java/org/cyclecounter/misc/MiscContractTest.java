// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.misc;

import org.cyclecounter.tck.ProviderTck;
import org.junit.jupiter.api.condition.EnabledOnOs;

/** Tests whether the counters of this machine keep the contract. */
@EnabledOnOs(
    architectures = {"mips64", "mips64el", "s390x", "sparcv9", "loongarch64"},
    disabledReason = "no counter of the family here")
class MiscContractTest extends ProviderTck {

  @Override
  protected String provider() {
    return MiscProvider.class.getName();
  }
}
