// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import org.cyclecounter.fuzz.Fuzzed;
import org.cyclecounter.tools.command.BadUsage;

/** The name of an operation gives the operation, or one sentence with the name. */
class TargetsFuzzTest {

  private static boolean initialised;

  /** Not to be initialised by being looked for. */
  public static final class Target {
    static {
      initialised = true;
    }

    private Target() {}

    public static void run() {}

    public static long count(long times) {
      return times;
    }

    public static void two(int a, int b) {}
  }

  @FuzzTest
  @DictionaryEntries({"org.cyclecounter.tools.measure.TargetsFuzzTest$Target", "#run", "#count"})
  @DictionaryEntries({"java.lang.String", "[I", "[Ljava.lang.String;", "#", "java/lang/String"})
  @DictionaryEntries("int")
  void find(byte[] data) {
    String name = Fuzzed.text(data);
    try {
      Operation found = new Targets(TargetsFuzzTest.class.getClassLoader(), 0).find(name);
      assertThat(found.name()).isEqualTo(name);
    } catch (BadUsage e) {
      int hash = name.indexOf('#');
      assertThat(e.getMessage()).endsWith(".").contains(hash < 0 ? name : name.substring(0, hash));
    }
    assertThat(initialised).isFalse();
  }
}
