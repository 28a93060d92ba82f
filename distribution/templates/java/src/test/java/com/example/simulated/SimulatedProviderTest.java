// SPDX-License-Identifier: Apache-2.0
package com.example.simulated;

import org.cyclecounter.tck.ProviderTck;

class SimulatedProviderTest extends ProviderTck {
  @Override
  protected String provider() {
    return "com.example.simulated.SimulatedProvider";
  }
}
