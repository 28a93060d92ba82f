// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformTest {

  /** A system, processor and order of bytes, and the platform that they are. */
  private static final String PLATFORMS =
      """
      Linux, amd64, LITTLE, linux-x86-64
      Linux, i386, LITTLE, linux-x86
      Linux, aarch64, LITTLE, linux-aarch64
      Linux, arm, LITTLE, linux-arm
      Linux, armel, LITTLE, linux-armel
      Linux, ppc64le, LITTLE, linux-ppc64le
      Linux, ppc64, LITTLE, linux-ppc64le
      Linux, ppc64, BIG, linux-ppc64
      Linux, ppc, BIG, linux-ppc
      Linux, mips64, LITTLE, linux-mips64el
      Linux, mips64, BIG, linux-mips64
      Linux, mips64el, LITTLE, linux-mips64el
      Linux, s390x, BIG, linux-s390x
      Linux, riscv64, LITTLE, linux-riscv64
      Linux, riscv32, LITTLE, linux-riscv32
      Linux, loongarch64, LITTLE, linux-loongarch64
      Linux, sparcv9, BIG, linux-sparcv9
      Mac OS X, x86_64, LITTLE, darwin-x86-64
      Mac OS X, aarch64, LITTLE, darwin-aarch64
      Windows 11, amd64, LITTLE, win32-x86-64
      Windows 11, aarch64, LITTLE, win32-aarch64
      FreeBSD, amd64, LITTLE, freebsd-x86-64
      FreeBSD, aarch64, LITTLE, freebsd-aarch64
      """;

  @ParameterizedTest
  @CsvSource(textBlock = PLATFORMS)
  void namesPlatformsAsJnaDoes(String os, String arch, String order, String prefix) {
    ByteOrder bytes = order.equals("BIG") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    assertThat(Platform.of(os, arch, bytes).prefix()).isEqualTo(prefix);
  }

  @Test
  void readsFieldOfFirstProcessor(@TempDir Path files) throws IOException {
    Path cpuinfo =
        Files.writeString(
            files.resolve("cpuinfo"),
            "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel name\t: A: B\n\n"
                + "processor\t: 1\nvendor_id\t: AuthenticAMD\n");
    assertThat(Platform.field(cpuinfo, "vendor_id")).isEqualTo("GenuineIntel");
    assertThat(Platform.field(cpuinfo, "model name")).isEqualTo("A: B");
    assertThat(Platform.field(cpuinfo, "model")).isEmpty();
    assertThat(Platform.field(files.resolve("none"), "vendor_id")).isEmpty();
  }
}
