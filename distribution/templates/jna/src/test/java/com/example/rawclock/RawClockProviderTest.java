// SPDX-License-Identifier: Apache-2.0
package com.example.rawclock;

import org.cyclecounter.tck.ProviderTck;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs({OS.LINUX, OS.MAC})
class RawClockProviderTest extends ProviderTck {
  @Override
  protected String provider() {
    return "com.example.rawclock.RawClockProvider";
  }
}
