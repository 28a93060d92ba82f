// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.tck.ProviderTck;
import org.junit.jupiter.api.Tag;

/** Tests whether the counters of this system keep the contract. */
@Tag("gate")
class OsContractTest extends ProviderTck {

  @Override
  protected String provider() {
    return OsProvider.class.getName();
  }
}
