// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.power;

import org.cyclecounter.tck.ProviderTck;
import org.junit.jupiter.api.condition.EnabledOnOs;

/** Tests whether the counters of this machine keep the contract. */
@EnabledOnOs(
    architectures = {"ppc64le", "ppc64", "ppc"},
    disabledReason = "no counter of the family here")
class PowerContractTest extends ProviderTck {

  @Override
  protected String provider() {
    return PowerProvider.class.getName();
  }
}
