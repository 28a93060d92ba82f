// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.machine;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.cyclecounter.selector.support.SystemProperty;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The machine and its settings, read from files below a root and from system properties. Nothing is
 * measured, started or changed; a fact that cannot be read says why. Takes milliseconds: some
 * dozens of small files. Files are Linux's: elsewhere most facts are unknown, with the path as the
 * reason.
 *
 * @param name the machine's name in its network
 * @param megahertz the frequencies in /proc/cpuinfo, of each processor in its order, in MHz, at the
 *     moment of reading or nominal, as the kernel has them; x86 only, empty elsewhere
 * @param values every fact as text, or the reason why it is not known; in the order of {@link
 *     MachineFact}
 */
public record MachineFacts(
    MaybeKnown<String> name, List<Double> megahertz, Map<MachineFact, MaybeKnown<String>> values) {

  /** Reads this machine's facts. */
  public static MachineFacts read() {
    return read(Path.of("/"), MachineFacts::property);
  }

  /**
   * Reads facts from scripted properties and the files below a folder that holds {@code proc} and
   * {@code sys}, either of which may be missing.
   *
   * @param properties values of system properties; of {@code os.arch}, the name that {@link
   *     Platform} has for it
   */
  public static MachineFacts read(Path root, UnaryOperator<String> properties) {
    MachineFiles files = new MachineFiles(root, properties);
    Map<MachineFact, MaybeKnown<String>> values = new EnumMap<>(MachineFact.class);
    for (MachineFact fact : MachineFact.values()) {
      values.put(fact, fact.read(files));
    }
    return new MachineFacts(
        files.text("/proc/sys/kernel/hostname"), ProcessorFiles.megahertz(files), values);
  }

  private static String property(String name) {
    // Values are shown to people; decisions rest on os.arch and os.name alone.
    String text =
        name.equals("os.arch") ? Platform.current().processor() : SystemProperty.text(name);
    return text == null ? "unknown" : text;
  }

  public MaybeKnown<String> get(MachineFact fact) {
    return Objects.requireNonNull(values.get(fact));
  }

  /** Returns the number at the beginning of a fact's text; another one where it is not known. */
  public long number(MachineFact fact, long otherwise) {
    return get(fact).map(text -> Long.valueOf(text.split(" ")[0])).orElse(otherwise);
  }

  /** Returns the hypervisor; another one where it is not known whether there is any. */
  public Virtualization hypervisor(Virtualization otherwise) {
    return get(MachineFact.HYPERVISOR).map(Virtualization::labelled).orElse(otherwise);
  }
}
