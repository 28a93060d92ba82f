// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The names of what a read must leave as it finds it, for the bits that {@code registers.h} sets.
 * Used for a counter that failed only.
 */
final class RegisterNames {

  /** The first bit that is not a register's: as many registers come before it as riscv64 has. */
  private static final int CONTROL = 24;

  private static final String X86_CONTROL =
      "the direction flag (DF),the alignment-check flag (AC),another flag (NT or ID),MXCSR,"
          + "the x87 control word,the x87 stack";

  private RegisterNames() {}

  /**
   * What is not as it was, on this platform, in the order of the bits, which are the detail of
   * {@link NativeChild.Kind#CALLING_CONVENTION}.
   */
  static List<String> of(int bits) {
    return of(bits, Platform.current());
  }

  static List<String> of(int bits, Platform platform) {
    String[] registers = registers(platform);
    String[] control = control(platform.processor());
    List<String> names = new ArrayList<>();
    for (int i = 0; i < Integer.SIZE; i++) {
      if ((bits >> i & 1) != 0) {
        String[] from = i < CONTROL ? registers : control;
        int place = i < CONTROL ? i : i - CONTROL;
        names.add(place < from.length ? from[place] : "bit " + i);
      }
    }
    return names;
  }

  /** In the order of the marks in {@code registers.h}. */
  private static String[] registers(Platform platform) {
    return switch (platform.processor()) {
      case "x86-64" ->
          platform.os().equals("win32")
              ? names("rbx,rbp,r12,r13,r14,r15,rdi,rsi")
              : names("rbx,rbp,r12,r13,r14,r15");
      case "x86" -> names("ebx,esi,edi,ebp");
      case "aarch64" ->
          names("x19,x20,x21,x22,x23,x24,x25,x26,x27,x28,x29,d8,d9,d10,d11,d12,d13,d14,d15");
      case "riscv64", "riscv32" ->
          names(
              "s0,s1,s2,s3,s4,s5,s6,s7,s8,s9,s10,s11,"
                  + "fs0,fs1,fs2,fs3,fs4,fs5,fs6,fs7,fs8,fs9,fs10,fs11");
      default -> names("");
    };
  }

  /** The stack pointer, three of the flags, the floating-point settings, x87. */
  private static String[] control(String processor) {
    return switch (processor) {
      case "x86-64" -> names("rsp," + X86_CONTROL);
      case "x86" -> names("esp," + X86_CONTROL);
      case "aarch64" -> names("sp,,,,FPCR");
      default -> names("sp,,,,frm");
    };
  }

  private static String[] names(String separated) {
    return separated.split(",");
  }
}
