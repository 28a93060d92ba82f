// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.HexFormat;
import java.util.stream.LongStream;
import org.cyclecounter.instructions.TestLibrary;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decodes machine code as an assembler makes it. */
class OperandsTest {

  private static final int RAX = 0;
  private static final int RCX = 1;

  /** From RAX, RCX, RDX, RBX, RSP, RBP, RSI and RDI, in the order of their encoding, to R15. */
  private final long[] registers =
      LongStream.rangeClosed(1, 16).map(register -> 0x1000 * register).toArray();

  @BeforeAll
  static void load() {
    assumeTrue(
        Platform.current().prefix().equals("linux-x86-64"), "the decoder is for Linux on x86-64");
    TestLibrary.BLOCKS.load();
  }

  private static native long[] shown(byte[] code, long[] registers);

  private long[] shown(String code) {
    return shown(HexFormat.of().parseHex(code), registers);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          mov (%rax) %ecx,                     8b08,               1000
          mov 0x10(%rbx %rsi 4) %edx,          8b54b310,           20010
          mov -8(%r13) %rax,                   498b45f8,           dff8
          mov 0x12345(%r12 %r9 8) %al,         438a84cc45230100,   6f345
          mov %fs:0x28( %rcx 1) %rax,          64488b040d28000000, 2028
          movl $7 (%r8),                       41c70007000000,     9000
          add %eax 0x7f(%rbp),                 01457f,             607f
          mov 4(%eax) %ecx,                    678b4804,           1004
          movzbl (%rdi %rdx 1) %eax,           0fb60417,           b000
          cmove 4(%rsi) %ecx,                  0f444e04,           7004
          pshufb (%rax) %xmm1,                 660f380008,         1000
          pclmulqdq $1 (%rcx) %xmm2,           660f3a441101,       2000
          lock cmpxchg %rcx 8(%rdx),           f0480fb14a08,       3008
          prefetchnta 0xc0(%r11),              410f1883c0000000,   c0c0
          andn (%rsi) %eax %ecx,               c4e278f20e,         7000
          vmovdqu 0x20(%rsi) %ymm3,            c5fe6f5e20,         7020
          vpshufb (%r9 %r10 1) %xmm1 %xmm2,    c482710014 11,      15000
          vmovdqu64 0x40(%rdi) %zmm1,          62f1fe486f4f01,     8040
          vpaddd 4(%rax){1to16} %zmm1 %zmm2,   62f17558fe5001,     1004
          vmovdqu8 (%r8 %r15 2) %ymm17,        62817f286f0c78,     29000
          scasb,                               ae,                 8000
          """)
  void findsTheAddress(String unusedSource, String code, String address) {
    assertThat(shown(code.replace(" ", ""))).containsExactly(Long.parseLong(address, 16));
  }

  @ParameterizedTest
  @CsvSource({
    "lea 8(%rax %rbx 2) %rcx, 488d4c5808",
    "nopw 0(%rax %rax 1), 660f1f0400",
    "add %rax %rbx, 4801c3",
    "mov 0x100(%rip) %rax, 488b0500010000",
    "push %rax, 50",
    "jne, 7503",
    "bswap %eax, 0fc8",
    "vzeroupper, c5f877"
  })
  void showsNothingThatCouldDiffer(String unusedSource, String code) {
    assertThat(shown(code)).isEmpty();
  }

  @Test
  void countsTheRepetitionsOfStringInstructions() {
    registers[RCX] = 5;
    assertThat(shown("f3a4")).containsExactly(5L << 48 | 0x7000, 5L << 48 | 0x8000);
    assertThat(shown("f348ab")).containsExactly(5L << 48 | 0x8000);
    assertThat(shown("a4")).containsExactly(0x7000, 0x8000);
  }

  @Test
  void showsTheOperandsOfADivisionAndNotWhatIsAboveThem() {
    long[] wide = shown("48f7f1"); // div %rcx
    long[] narrow = shown("f7f1"); // div %ecx
    registers[RCX] |= 1L << 40;
    registers[RAX] |= 1L << 41;
    assertThat(shown("f7f1")).isEqualTo(narrow);
    assertThat(shown("48f7f1")).isNotEqualTo(wide);
    registers[RAX]++;
    assertThat(shown("f7f1")).isNotEqualTo(narrow);
    assertThat(narrow[0]).isNegative(); // marked as a division
  }

  @Test
  void saysThatItDoesNotSeeTheAddressesOfAGather() {
    assertThat(shown("c4e275901c90")).containsExactly(1L << 62);
  }
}
