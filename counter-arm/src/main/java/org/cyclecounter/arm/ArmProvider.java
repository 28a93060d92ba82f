// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.arm;

import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The counters of ARM processors, 64-bit and 32-bit.
 *
 * <p>Those of libcpucycles 20240114 stand first, in its order; {@code armel} is ARM without a
 * floating-point calling convention, which no read uses.
 */
public final class ArmProvider implements CycleCounterProvider {

  @Override
  public List<CounterSource> counters() {
    return of(Platform.current());
  }

  static List<CounterSource> of(Platform platform) {
    return switch (platform.processor()) {
      case "aarch64" ->
          List.of(new Arm64Pmc(), new Arm64Vct("arm64-vct"), new Arm64PerfPmc(), new Arm64Vctss());
      case "arm", "armel" -> List.of(new Arm32Cortex(), new Arm32Arm1176());
      default -> List.of();
    };
  }

  /** Lists those of libcpucycles 20260901 in its order; the build asks for its list of names. */
  static List<String> of20260901() {
    return List.of("arm64-perfpmc", "arm64-pmc", "arm64-vct", "arm32-cortex", "arm32-1176");
  }
}
