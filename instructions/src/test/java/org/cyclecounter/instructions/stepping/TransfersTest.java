// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.HexFormat;
import org.cyclecounter.instructions.TestLibrary;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Transfers of control by {@code transfers.c} and by this processor ({@code transfers_of.c}). */
class TransfersTest {

  private static final int PASSED = 0;
  private static final int CARRIED_OUT = 1;
  private static final int STEPPED = 2;

  /** Carry, parity, zero, sign, overflow. */
  private static final int[] FLAGS = {1, 1 << 2, 1 << 6, 1 << 7, 1 << 11};

  private static final int REGISTERS = 16;
  private static final int RSP = 4;

  /** The place of the stack in the page of the code. */
  private static final int STACK = 2048;

  /** Marks a place in the page whose address is divided by 8. */
  private static final long EIGHTH = 1 << 20;

  @BeforeAll
  static void hasProcessor() {
    String obstacle = SteppingSentences.ofThisProcess();
    assumeTrue(obstacle.isEmpty(), obstacle);
    TestLibrary.BLOCKS.load();
  }

  private static native long[] compared(byte[] code, long[] registersAndFlags);

  private static native int kind(byte[] code);

  private static native boolean isCarriedOut(byte[] code, long[] registersAndFlags);

  private static byte[] code(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  /** Each register but the stack pointer is the address of a place of its own. */
  private static long[] registers(long flags) {
    long[] registers = new long[REGISTERS + 1];
    for (int i = 0; i < REGISTERS; i++) {
      registers[i] = 1024 + 8 * i;
    }
    registers[RSP] = STACK;
    registers[REGISTERS] = 0x202 | flags;
    return registers;
  }

  @Test
  void jumpsOnEachConditionAsTheProcessor() {
    for (int condition = 0; condition < 16; condition++) {
      int jumps = 0;
      for (int set = 0; set < 1 << FLAGS.length; set++) {
        long flags = 0;
        for (int i = 0; i < FLAGS.length; i++) {
          flags |= (set >> i & 1) * FLAGS[i];
        }
        String near = String.format("0f %02x fb ff ff ff", 0x80 + condition); // to its own 2nd byte
        long[] shortly =
            compared(code(String.format("%02x 10", 0x70 + condition)), registers(flags));
        long[] nearly = compared(code(near), registers(flags));
        assertThat(shortly).containsExactly(CARRIED_OUT, shortly[1] == 2 ? 2 : 18, 1);
        assertThat(nearly).containsExactly(CARRIED_OUT, shortly[1] == 2 ? 6 : 1, 1);
        jumps += shortly[1] == 2 ? 0 : 1;
      }
      assertThat(jumps).as("condition %d", condition).isBetween(8, 24);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          RET                | c3, c2 18 00, f3 c3, f2 c3
          JZ with a hint     | 2e 74 05, 3e 0f 84 00 01 00 00
          CALL RAX, R15, RSP | ff d0, 41 ff d7, ff d4
          JMP, NOTRACK, BND  | 3e ff e0, f2 ff e1, 41 ff e4, 48 ff e2, ff e4
          JMP [RAX]          | ff 20, 41 ff 65 f0, ff a5 00 00 00 00
          CALL [RCX + 8]     | ff 51 08, ff 92 00 01 00 00, 41 ff 55 10
          [RSP], [R12]       | ff 14 24, ff 54 24 10, 41 ff 24 24
          [RIP + 258]        | ff 25 02 01 00 00, 41 ff 15 f9 00 00 00
          """)
  void transfersAsTheProcessor(String unusedName, String codes) {
    for (String hex : codes.split(", ")) {
      long[] compared = compared(code(hex), registers(0x40));
      assertThat(compared[0]).isEqualTo(CARRIED_OUT);
      assertThat(compared[2]).as("%s to %x", hex, compared[1]).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ff 24 cb, 1, -3", // [RBX + 8 * RCX]
    "41 ff 24 da, 3, -3", // [R10 + 8 * RBX], as interpreted code has
    "43 ff 14 da, 11, -5", // [R10 + 8 * R11]
    "42 ff 54 b8 10, 15, -2", // [RAX + 4 * R15 + 16]
    "42 ff 64 20 08, 12, -16", // [RAX + R12 + 8]
    "ff 24 cd 00 00 00 00, 1, " + (EIGHTH + STACK), // [8 * RCX]
  })
  void transfersByIndexAsTheProcessor(String hex, int register, long index) {
    long[] registers = registers(0);
    registers[register] = index;
    assertThat(compared(code(hex), registers)).startsWith(CARRIED_OUT).endsWith(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          direct             | e8 00 00 00 00, e9 00 00 00 00, eb 00, f2 e8 00 00 00 00
          MOV, SETZ          | 48 89 c1, c7 00 f8 00 00 00, c6 00 f8, 0f 94 c0
          INC, DEC, PUSH     | ff c0, ff 08, ff 30
          NOP                | 90, 0f 1f 84 00 00 00 00 00
          IMUL, LOCK CMPXCHG | 0f af c1, f0 48 0f b1 0f
          VZEROUPPER, EVEX   | c5 f8 77, 62 f1 7c 48 10 00
          REP STOSQ          | f3 48 ab
          a segment          | 64 48 8b 04 25 00 00 00 00
          """)
  void passesWhatIsNoTransfer(String unusedName, String codes) {
    for (String hex : codes.split(", ")) {
      assertThat(kind(code(hex))).as(hex).isEqualTo(PASSED);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          LOOPNE, LOOPE, LOOP | e0 00, e1 00, e2 00
          JRCXZ, JECXZ       | e3 00, 67 e3 00
          far                | ff 18, ff 28, ca 08 00, cb
          IRETQ              | 48 cf
          PUSHF, POPF        | 9c, 66 9d, 9d
          traps              | cc, cd 80, f1, f4, 0f 0b
          SYSCALL, SYSENTER  | 0f 05, 0f 34
          XABORT, XBEGIN     | c6 f8 00, c7 f8 00 00 00 00
          16 bits            | 66 74 00, 66 0f 84 00 00, 66 c3, 66 e9 00 00
          JMP [EAX], FS:[RAX] | 67 ff 20, 64 ff 20
          REX2               | d5 00 ff e0
          """)
  void stepsWhatMustNotRunAtFullSpeed(String unusedName, String codes) {
    for (String hex : codes.split(", ")) {
      assertThat(kind(code(hex))).as(hex).isEqualTo(STEPPED);
    }
  }

  @Test
  void leavesTargetNearNullToTheProcessor() {
    long[] registers = registers(0);
    registers[0] = -8;
    assertThat(isCarriedOut(code("ff 60 10"), registers)).isFalse(); // JMP [RAX + 16]
    registers[0] = EIGHTH + STACK;
    assertThat(isCarriedOut(code("ff 24 c5 00 00 00 00"), registers)).isTrue();
  }
}
