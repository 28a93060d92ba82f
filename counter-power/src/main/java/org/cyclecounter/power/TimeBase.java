package org.cyclecounter.power;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.spi.nativelib.DeviceTree;

/**
 * The time base's rate: the line {@code timebase} of {@code /proc/cpuinfo}
 * (arch/powerpc/kernel/setup-common.c), or the device tree.
 */
final class TimeBase {

  private static final Path CPUINFO = Path.of("/proc/cpuinfo");
  private static final Pattern LINE =
      Pattern.compile("^timebase\\s*:\\s*([0-9]{1,18})\\s*$", Pattern.MULTILINE);

  private TimeBase() {}

  /** Ticks per second; 0 where the system does not tell. */
  static long frequency() {
    try {
      long hz = ofCpuinfo(Files.readString(CPUINFO, StandardCharsets.ISO_8859_1));
      return hz > 0 ? hz : DeviceTree.timebaseFrequency();
    } catch (IOException | SecurityException e) {
      return DeviceTree.timebaseFrequency();
    }
  }

  static long ofCpuinfo(String text) {
    Matcher matcher = LINE.matcher(text);
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }
}
