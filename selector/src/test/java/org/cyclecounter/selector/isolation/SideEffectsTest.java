// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SideEffectsTest {

  private static final int MANY = 40;

  @TempDir Path directory;

  private List<Closeable> open(String name) throws IOException {
    Path file = Files.writeString(directory.resolve(name), name);
    List<Closeable> open = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      open.add(new FileInputStream(file.toFile()));
    }
    return open;
  }

  private static void close(List<Closeable> open) throws IOException {
    for (Closeable file : open) {
      file.close();
    }
  }

  @Test
  void aDescriptorWithTheNumberOfOneThatIsClosedIsNew() throws Exception {
    assumeTrue(!SideEffects.descriptors().isEmpty(), "this system does not list descriptors");
    List<Closeable> earlier = open("earlier");
    Map<String, String> before = SideEffects.descriptors();
    close(earlier);
    assertThat(SideEffects.ofReads(before)).isEmpty();
    List<Closeable> left = open("left");
    assertThat(SideEffects.ofReads(before)).contains("descriptors open", "left");
    close(left);
  }
}
