// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class DefaultGettimeofdayTest extends CounterContract {
  DefaultGettimeofdayTest() {
    super(
        new DefaultGettimeofday(),
        "default-gettimeofday",
        CounterKind.FIXED_RESOLUTION,
        Scope.SYSTEM);
  }
}
