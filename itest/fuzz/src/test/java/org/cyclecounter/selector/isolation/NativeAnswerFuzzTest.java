// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.fuzz.Fuzzed;

/** Any answer of a native child, whose memory a counter may have written to, and any kernel. */
class NativeAnswerFuzzTest {

  /** A usual one; any other may cost an ordinary fork. */
  private static final String RELEASE =
      "([0-9]{1,6})\\.([0-9]{1,6})(?:\\.[0-9]{1,6})?(?:-[a-z0-9]{1,9})*";

  /** Eight bytes as a native child's answer. */
  @FuzzTest
  void nativeAnswer(byte[] data) {
    long packed = ByteBuffer.wrap(Arrays.copyOf(data, Long.BYTES)).getLong();
    NativeOutcome result = NativeOutcome.of(packed);
    assertThat(result.reads()).isBetween(0, 0xff_ffff).isEqualTo((int) (packed >>> 40));
    assertThat(result.detail()).isEqualTo((int) (packed >> 8));
    assertThat(result.kind()).isNotNull();
    assertThat(result.phase()).isNotNull();
    if ((packed & 0xf) < NativeChild.Kind.values().length) {
      assertThat(result.kind().ordinal()).isEqualTo((int) (packed & 0xf));
    } else {
      assertThat(result.kind()).isEqualTo(NativeChild.Kind.ENDED);
    }
  }

  /** A kernel's release, as in {@code os.version}. */
  @FuzzTest
  @DictionaryEntries({"5.16", "5.15.0-generic", "6.1", "10.0", "5.", "99999999999"})
  void release(byte[] data) {
    String text = Fuzzed.text(data);
    boolean isTakenForOld = NativeChild.dumpsAllThatShareMemory(text);
    Matcher numbers = Pattern.compile(RELEASE).matcher(text);
    if (numbers.matches()) {
      int major = Integer.parseInt(numbers.group(1));
      int minor = Integer.parseInt(numbers.group(2));
      assertThat(isTakenForOld).isEqualTo(major < 5 || major == 5 && minor < 16);
    }
  }
}
