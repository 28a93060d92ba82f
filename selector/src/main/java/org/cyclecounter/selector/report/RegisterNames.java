// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * Names what a read must leave as it finds it, for the bits that {@code registers.h} sets: the
 * registers that the platform's calling convention has a callee save. Used only for a counter that
 * failed.
 */
public final class RegisterNames {

  /** The first bit that is not a register's: as many registers come before it as riscv64 has. */
  private static final int CONTROL = 24;

  private static final String X86_CONTROL =
      "the direction flag (DF),the alignment-check flag (AC),another flag (NT or ID),MXCSR,"
          + "the x87 control word,the x87 stack";

  private RegisterNames() {}

  /**
   * Names what was changed on a platform, in the order of the bits; a bit without a name is given
   * by its number.
   */
  public static List<String> of(int bits, Platform platform) {
    String[] all = names(platform.processor()).split(";");
    List<String> names = new ArrayList<>();
    for (int i = 0; i < Integer.SIZE; i++) {
      if ((bits >> i & 1) != 0) {
        String[] from = all[i / CONTROL].split(",");
        names.add(i % CONTROL < from.length ? from[i % CONTROL] : "bit " + i);
      }
    }
    return names;
  }

  /**
   * Lists a processor's registers in the order of the marks in {@code registers.h}; after a
   * semicolon, in the order of its other bits, the stack pointer, three of the flags, the
   * floating-point settings and x87.
   */
  private static String names(String processor) {
    return switch (processor) {
      case "x86-64" ->
          "rbx,rbp,r12,r13,r14,r15,rdi,rsi;rsp," + X86_CONTROL; // rdi, rsi: Windows only
      case "x86" -> "ebx,esi,edi,ebp;esp," + X86_CONTROL;
      case "aarch64" ->
          "x19,x20,x21,x22,x23,x24,x25,x26,x27,x28,x29,d8,d9,d10,d11,d12,d13,d14,d15;sp,,,,FPCR";
      case "riscv64", "riscv32" ->
          "s0,s1,s2,s3,s4,s5,s6,s7,s8,s9,s10,s11,"
              + "fs0,fs1,fs2,fs3,fs4,fs5,fs6,fs7,fs8,fs9,fs10,fs11;sp,,,,frm";
      default -> ";sp,,,,frm";
    };
  }
}
