// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.cyclecounter.fuzz.Fuzzed;

/** Service files: ServiceLoader's format, read so that any file gives a list. */
class ServiceFilesFuzzTest {

  @FuzzTest
  @DictionaryEntries({"org.example.Provider\\x0A", "# comment\\x0A", "\\x0D\\x0A", " # ", "\\x09"})
  void types(byte[] data) throws IOException {
    List<String> types = ServiceFiles.types(new ByteArrayInputStream(data));
    List<String> expected =
        Fuzzed.text(data)
            .lines()
            .map(line -> line.replaceFirst("(?s)#.*", "").strip())
            .filter(line -> !line.isEmpty())
            .toList();
    assertThat(types).isEqualTo(expected);
    byte[] again = String.join(" # again\n", types).getBytes(StandardCharsets.UTF_8);
    assertThat(ServiceFiles.types(new ByteArrayInputStream(again))).isEqualTo(types);
    for (String type : types) {
      new ServiceFiles.Line(type, "file").rejection();
    }
  }
}
