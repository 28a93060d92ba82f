// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The firmware's description of the machine, as Linux shows it: {@code /proc/device-tree}.
 *
 * @since 0.1.0
 */
public final class DeviceTree {

  private static final Path CPUS = Path.of("/proc/device-tree/cpus");
  private static final String PROPERTY = "timebase-frequency";
  private static final int MAX_CELL = 8;

  private DeviceTree() {}

  /**
   * Returns the rate of the processors' time base: the property {@code timebase-frequency} of
   * {@code /cpus} or of a processor below it (Devicetree Specification, section 3.8).
   *
   * @return ticks per second; 0 if there is no such property
   */
  public static long timebaseFrequency() {
    return timebaseFrequency(CPUS);
  }

  static long timebaseFrequency(Path cpus) {
    long hz = number(cpus.resolve(PROPERTY));
    try (DirectoryStream<Path> processors = Files.newDirectoryStream(cpus, "*@*")) {
      for (Path processor : processors) {
        hz = hz > 0 ? hz : number(processor.resolve(PROPERTY));
      }
    } catch (IOException | DirectoryIteratorException | SecurityException e) {
      return hz; // no device tree here
    }
    return hz;
  }

  // A property is one big-endian number of four or eight bytes.
  private static long number(Path property) {
    try {
      byte[] bytes = Files.readAllBytes(property);
      return bytes.length == 4 || bytes.length == MAX_CELL
          ? new BigInteger(1, bytes).longValueExact()
          : 0;
    } catch (IOException | ArithmeticException | SecurityException e) {
      return 0;
    }
  }
}
