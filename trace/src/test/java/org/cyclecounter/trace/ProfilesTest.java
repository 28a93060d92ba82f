// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts in JVMs whose starts have left other profiles. */
class ProfilesTest {

  @BeforeAll
  static void canCount() {
    Optional<String> obstacle = InstructionCounter.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
  }

  private static InstructionCount count(Class<? extends Callable<?>> operation, int jvms) {
    return InstructionCounter.create().jvms(jvms).limit(Duration.ofMinutes(10)).count(operation);
  }

  /** Looks strings up. */
  public static class TreeGets implements Callable<Object> {
    private final Map<String, Integer> map = new TreeMap<>();
    private final String[] keys = new String[64];
    long kept;

    /** Fills the map. */
    public TreeGets() {
      for (int i = 0; i < keys.length; i++) {
        keys[i] = "key" + i;
        map.put(keys[i], i);
      }
    }

    @Override
    public final Object call() {
      long sum = 0;
      for (String key : keys) {
        sum += map.getOrDefault(key, 0);
      }
      kept = sum;
      return this;
    }
  }

  /** The same, in a JVM that has looked up keys of four other classes. */
  public static final class PollutedTreeGets extends TreeGets {
    /** Runs what a JVM's start might. */
    public PollutedTreeGets() {
      for (Object[] keys : new Object[][] {{1, 2, 3}, {1L, 2L, 3L}, {1.0, 2.0}, {'a', 'b', 'c'}}) {
        Map<Object, Object> map = new TreeMap<>();
        for (Object key : keys) {
          map.put(key, key);
        }
        for (int i = 0; i < 50_000; i++) {
          kept += map.getOrDefault(keys[i % keys.length], keys) == keys ? 1 : 0;
        }
      }
    }
  }

  @Test
  void countDoesNotDependOnWhatTheJvmRanBefore() {
    assertThat(count(PollutedTreeGets.class, 1).instructions())
        .isEqualTo(count(TreeGets.class, 1).instructions());
  }

  @Test
  void iteratesSetOfInTheSameOrder() {
    InstructionCount count = count(JdkStartOperations.SetOfIteration.class, 3);
    assertThat(count.agreeing()).as(count.toString()).isEqualTo(15);
  }

  @ParameterizedTest
  @ValueSource(classes = {JdkStartOperations.Gets.class, JdkStartOperations.IntegerGets.class})
  @Tag("long")
  void countsMapsEquallyInFreshJvms(Class<? extends Callable<?>> operation) {
    InstructionCount count = count(operation, 6);
    assertThat(count.agreeing()).as(count.toString()).isEqualTo(30);
  }
}
