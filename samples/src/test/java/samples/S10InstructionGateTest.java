// SPDX-License-Identifier: Apache-2.0
package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.zip.CRC32;
import org.cyclecounter.instructions.Baseline;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.InstructionCounter;
import org.junit.jupiter.api.Test;

/*
 * 10. Make a test fail if an operation executes more instructions than before.
 *
 * Prints, if it fails:
 *   checksum has <n> instructions, +<more> to the baseline's <before>: ...
 *
 * Write the baseline once for each kind of machine and Java, and commit it:
 *   mvn test -Dtest=S10InstructionGateTest -Dorg.cyclecounter.baseline=write
 * In CI, -Dorg.cyclecounter.baseline=strict also fails where the file has no count for these.
 * InstructionCounter.create().portable() makes one baseline do for many kinds of machine.
 *
 * Trap: the number is the same each time only if the operation is. Data that differ from JVM to
 * JVM (random numbers, the time, identity hash codes) make it "not repeatable". Keep the result in
 * a field and return null: if it is boxed, the number is right, but some lines are not.
 */
class S10InstructionGateTest {

  /** The operation: each new JVM makes one object, and counts calls of it. */
  public static final class Checksum implements Callable<Object> {
    private final CRC32 crc = new CRC32();
    private final byte[] data = new byte[4096];
    private long result; // written, so that nothing is removed

    @Override
    public Object call() {
      crc.reset();
      crc.update(data);
      result = crc.getValue();
      return null;
    }
  }

  @Test
  void checksumExecutesNoMoreInstructions() {
    Optional<String> obstacle = InstructionCounter.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
    InstructionCount count =
        InstructionCounter.create().limit(Duration.ofMinutes(5)).count(Checksum.class);
    Baseline baseline = Baseline.of(Path.of("src/test/instructions.txt"));
    assertEquals("", baseline.compare("checksum", count).orElse(""));
  }
}
