// SPDX-License-Identifier: Apache-2.0
package com.example.ordered;

import org.cyclecounter.tck.ProviderTck;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(
    value = OS.LINUX,
    architectures = {"amd64", "aarch64"})
class OrderedProviderTest extends ProviderTck {
  @Override
  protected String provider() {
    return "com.example.ordered.OrderedProvider";
  }
}
