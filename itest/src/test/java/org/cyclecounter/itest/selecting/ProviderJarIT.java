// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.selecting.Clock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.cyclecounter.itest.selecting.Program.Ended;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Mistakes in how a provider is packaged: each costs one row at the most, and changes nothing else.
 */
class ProviderJarIT {

  private static final int MAJOR_VERSION = 6;
  private static final byte LATER_THAN_ANY = (byte) 143;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          good           ; 1 ; (USABLE|SELECTED): .*
          later Java     ; 1 ; REJECTED: .*UnsupportedClassVersionError.*compile it with --release.*
          cut short      ; 1 ; REJECTED: .*ClassFormatError.*
          another's name ; 1 ; REJECTED: .*NoClassDefFoundError.*
          no class file  ; 1 ; REJECTED: .*ClassFormatError.*
          typing error   ; 1 ; REJECTED: com.example.selecting.Clok, .*provider.jar, is not found.*
          no Java name   ; 1 ; REJECTED: .*provider.jar.*:1: Illegal configuration-file syntax.*
          other service  ; 1 ; REJECTED: .* must be named META-INF/services/org.cyclecounter.spi.*
          no service     ; 0 ;
          only a comment ; 0 ;
          no JAR         ; 0 ;
          """)
  void aMistakeCostsOneRow(String mistake, int rows, String verdict) throws Exception {
    Ended ended =
        new Program(folder).first(jar(mistake).toString()).run(FirstUse.class, "select").well();
    System.out.println(mistake + ": " + ended.ms() + " ms");
    Baseline.isSelectedBy(ended);
    Baseline.isWhatWorksIn(ended);
    Set<String> more = new HashSet<>(ended.rows().keySet());
    more.removeAll(Baseline.get().rows().keySet());
    assertThat(more).as("%s", ended.rows()).hasSize(rows);
    if (rows > 0) {
      assertThat(ended.rows().get(more.iterator().next())).matches(verdict);
    }
  }

  private Path jar(String mistake) throws Exception {
    Path jar = folder.resolve("provider.jar");
    byte[] bytes = Jars.bytes(Clock.class);
    String services = Program.SERVICES;
    String name = Clock.class.getName();
    Map<String, byte[]> entries = new LinkedHashMap<>();
    switch (mistake) {
      case "later Java" -> bytes[MAJOR_VERSION + 1] = LATER_THAN_ANY;
      case "cut short" -> bytes = Arrays.copyOf(bytes, bytes.length / 2);
      case "another's name" -> bytes = Jars.bytes(Jars.class);
      case "no class file" -> bytes = Jars.utf8("class Clock {}");
      case "typing error" -> name = "com.example.selecting.Clok";
      case "no Java name" -> name = "com example selecting Clock";
      case "other service" -> services = "META-INF/services/org.cyclecounter.CycleCounterProvider";
      case "no service" -> services = "META-INF/nothing";
      case "only a comment" -> name = "# " + name;
      case "no JAR" -> {
        return Files.writeString(jar, "a JAR is a zip file");
      }
      default -> {}
    }
    entries.put(services, Jars.utf8(name + "\n"));
    entries.put(Jars.entry(Clock.class), bytes);
    return Jars.write(jar, new HashMap<>(), entries);
  }
}
