// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.riscv;

import org.cyclecounter.tck.ProviderTck;
import org.junit.jupiter.api.condition.EnabledOnOs;

/** Tests whether the counters of this machine keep the contract. */
@EnabledOnOs(
    architectures = {"riscv64", "riscv32"},
    disabledReason = "no counter of the family here")
class RiscvContractTest extends ProviderTck {

  @Override
  protected String provider() {
    return RiscvProvider.class.getName();
  }
}
