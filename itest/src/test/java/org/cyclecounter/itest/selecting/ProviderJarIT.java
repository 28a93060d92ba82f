// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.many.P0000;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.CounterKind;
import org.cyclecounter.itest.selecting.Program.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mistakes in how a provider is packaged: each costs a row at the most, and nothing else. */
class ProviderJarIT {

  private static final int MAJOR_VERSION = 6;
  private static final byte LATER_THAN_ANY = (byte) 143;

  /** The row of each; none where it is empty. */
  private static final Map<String, String> ROWS = new LinkedHashMap<>();

  static {
    ROWS.put("good", "example-p0001\t(USABLE|SELECTED): .*");
    ROWS.put("later Java", ".*P0002\tREJECTED: .*UnsupportedClassVersionError.*compile it with .*");
    ROWS.put("cut short", ".*REJECTED: .*ClassFormatError: Truncated class file.*");
    ROWS.put("another's name", ".*P0004\tREJECTED: .*NoClassDefFoundError.*");
    ROWS.put("no class file", ".*P0005\tREJECTED: .*ClassFormatError.*");
    ROWS.put("typing error", ".*REJECTED: com.example.many.Q0006, .*P0006.jar, is not found.*");
    ROWS.put("no Java name", ".*REJECTED: .*P0007.jar.*:1: Illegal configuration-file syntax.*");
    ROWS.put("no service", "");
    ROWS.put("only a comment", "");
    ROWS.put("no JAR", "");
  }

  @TempDir Path folder;

  @Test
  void mistakesCostOneRowAtMost() throws Exception {
    Path opened = Files.createFile(folder.resolve("opened"));
    Program program =
        new Program(folder)
            .variable(P0000.OPENED, opened.toString())
            .variable(P0000.KIND, CounterKind.FIXED_RESOLUTION.name());
    int number = 0;
    for (String mistake : ROWS.keySet()) {
      program.first(jar(mistake, String.format("P%04d", ++number)).toString());
    }
    Ended ended = program.run(FirstUse.class, "select").wellInTime();
    Baseline.isSelectedBy(ended);
    Baseline.isWhatWorksIn(ended);
    List<String> more = new ArrayList<>();
    for (String line : ended.out()) {
      String row = line.replace("row: ", "");
      if (!row.equals(line) && !Baseline.get().rows().containsKey(row.split("\t")[0])) {
        more.add(row);
      }
    }
    List<String> expected = ROWS.values().stream().filter(row -> !row.isEmpty()).toList();
    for (String row : expected) {
      assertThat(more).filteredOn(one -> one.matches(row)).as(row + " in " + more).hasSize(1);
    }
    assertThat(more).hasSameSizeAs(expected);
  }

  private Path jar(String mistake, String name) throws Exception {
    Path jar = folder.resolve(name + ".jar");
    byte[] bytes = Jars.renamed(P0000.class, name);
    String services = Program.SERVICES;
    String type = "com.example.many." + name;
    String file = type.replace('.', '/') + ".class";
    switch (mistake) {
      case "later Java" -> bytes[MAJOR_VERSION + 1] = LATER_THAN_ANY;
      case "cut short" -> bytes = Arrays.copyOf(bytes, bytes.length / 2);
      case "another's name" -> bytes = Jars.bytes(Jars.class);
      case "no class file" -> bytes = Jars.utf8("class " + name + " {}");
      case "typing error" -> type = type.replace('P', 'Q');
      case "no Java name" -> type = type.replace('.', ' ');
      case "no service" -> services = "META-INF/nothing";
      case "only a comment" -> type = "# " + type;
      case "no JAR" -> {
        return Files.writeString(jar, "a JAR is a zip file");
      }
      default -> {}
    }
    return Jars.write(jar, Map.of(services, Jars.utf8(type + "\n"), file, bytes));
  }
}
