// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.HexFormat;
import org.cyclecounter.trace.TestLibrary;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    String obstacle = Obstacles.ofThisProcess();
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
  @ValueSource(
      strings = {
        "c3", // RET
        "c2 18 00",
        "f3 c3",
        "f2 c3",
        "2e 74 05", // JZ with a hint
        "3e 0f 84 00 01 00 00",
        "ff d0", // CALL RAX
        "41 ff d7", // CALL R15
        "3e ff e0", // JMP RAX, NOTRACK
        "f2 ff e1", // BND
        "41 ff e4",
        "48 ff e2",
        "ff d4", // CALL RSP
        "ff e4",
        "ff 20", // JMP [RAX]
        "ff 51 08", // CALL [RCX + 8]
        "ff 92 00 01 00 00",
        "41 ff 55 10", // [R13 + 16]
        "41 ff 65 f0",
        "ff 14 24", // [RSP]
        "ff 54 24 10",
        "41 ff 24 24", // [R12]
        "ff 25 02 01 00 00", // [RIP + 258]
        "41 ff 15 f9 00 00 00",
        "ff a5 00 00 00 00", // [RBP + 0]
      })
  void transfersAsTheProcessor(String hex) {
    long[] compared = compared(code(hex), registers(0x40));
    assertThat(compared[0]).isEqualTo(CARRIED_OUT);
    assertThat(compared[2]).as("%s to %x", hex, compared[1]).isEqualTo(1);
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
  @ValueSource(
      strings = {
        "e8 00 00 00 00", // direct
        "e9 00 00 00 00",
        "eb 00",
        "f2 e8 00 00 00 00",
        "90",
        "48 89 c1",
        "ff c0", // INC
        "ff 08", // DEC
        "ff 30", // PUSH
        "0f 1f 84 00 00 00 00 00", // NOP
        "0f af c1", // IMUL
        "0f 94 c0", // SETZ
        "c7 00 f8 00 00 00", // MOV
        "c6 00 f8",
        "f0 48 0f b1 0f", // LOCK CMPXCHG
        "c5 f8 77", // VZEROUPPER
        "62 f1 7c 48 10 00",
        "f3 48 ab", // REP STOSQ
        "64 48 8b 04 25 00 00 00 00", // a segment
      })
  void passesWhatIsNoTransfer(String hex) {
    assertThat(kind(code(hex))).isEqualTo(PASSED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "e0 00", // LOOPNE
        "e1 00",
        "e2 00",
        "e3 00", // JRCXZ
        "ff 18", // far CALL
        "ff 28", // far JMP
        "ca 08 00", // far RET
        "cb",
        "48 cf", // IRETQ
        "9c", // PUSHF
        "66 9d", // POPF
        "9d",
        "cc",
        "cd 80",
        "f1",
        "f4",
        "0f 05", // SYSCALL
        "0f 0b", // UD2
        "0f 34", // SYSENTER
        "c6 f8 00", // XABORT
        "c7 f8 00 00 00 00", // XBEGIN
        "66 74 00",
        "66 0f 84 00 00",
        "67 e3 00",
        "66 c3",
        "67 ff 20", // JMP [EAX]
        "64 ff 20", // JMP FS:[RAX]
        "66 e9 00 00",
        "d5 00 ff e0", // REX2
      })
  void stepsWhatMustNotRunAtFullSpeed(String hex) {
    assertThat(kind(code(hex))).isEqualTo(STEPPED);
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
