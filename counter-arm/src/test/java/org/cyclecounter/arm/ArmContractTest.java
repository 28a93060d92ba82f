// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.arm;

import org.cyclecounter.tck.ProviderTck;
import org.junit.jupiter.api.condition.EnabledOnOs;

/** Tests whether the counters of this machine keep the contract. */
@EnabledOnOs(
    architectures = {"aarch64", "arm"},
    disabledReason = "no counter of the family here")
class ArmContractTest extends ProviderTck {

  @Override
  protected String provider() {
    return ArmProvider.class.getName();
  }
}
