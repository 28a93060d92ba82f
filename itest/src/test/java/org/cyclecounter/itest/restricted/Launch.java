// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.restricted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.example.selecting.Clock;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.Said;
import org.cyclecounter.itest.selecting.FirstUse;
import org.cyclecounter.spi.CycleCounterProvider;

/**
 * A launch of {@link FirstUse}: a JVM with options, started by another command. A third party's
 * counter, {@link Clock}, is beside the project's, because only a child JVM can try it.
 */
final class Launch {

  /** The project's time-stamp counter, or its equivalent on another processor. */
  static final String COUNTER =
      System.getProperty("os.arch").equals("aarch64") ? "arm64-vct(ss)?" : "amd64-tsc(asm)?";

  /** A counter of the processor's; which one is a matter of the machine. */
  static final String ANY = "(?!default-|example-).*";

  /** The clock that is read if none of the project's libraries can be loaded. */
  static final String CLOCK = "default-monotonic|" + Clock.NAME;

  /** A script for {@link #mounts}. */
  static final String READ_ONLY =
      "while read -r id parent device root mount rest; do mount -o remount,bind,ro \"$mount\""
          + " || mount -t tmpfs -o ro tmpfs \"$mount\"; done </proc/self/mountinfo";

  private static final Path DEVICES = Path.of("/sys/bus/event_source/devices");

  private final List<String> around = new ArrayList<>();
  private final List<String> options = new ArrayList<>();
  private final Map<String, String> variables = new TreeMap<>();
  private final Path services;
  private String classPath = Java.classPathAndTests();

  /** An ordinary one. */
  Launch(Path folder) throws IOException {
    services = folder.resolve("services");
    Path file = services.resolve("META-INF/services").resolve(CycleCounterProvider.class.getName());
    Files.createDirectories(file.getParent());
    Files.writeString(file, Clock.class.getName());
  }

  /** Ends the test, with a reason that is printed, where the machine does not allow it. */
  static void needed(boolean holds, String reason) {
    if (!holds) {
      System.out.println("left out: " + reason);
    }
    assumeTrue(holds, reason);
  }

  /** Starts the JVM by a command, which is given it as its last arguments. */
  Launch around(String... command) {
    around.addAll(List.of(command));
    return this;
  }

  /** Runs a script as root in a mount namespace before the JVM, which takes the script's place. */
  Launch mounts(String script) throws Exception {
    needed(
        Java.done("unshare", "-m", "true"),
        "no mount namespace: it needs Linux, root and util-linux's unshare");
    return around("unshare", "-m", "sh", "-euc", script + "; exec \"$@\"", "sh");
  }

  /** Adds a folder in place of a PMU of cores if the kernel shows none. */
  Launch withPmu() throws Exception {
    return hasPmu()
        ? this
        : mounts(
            "mount -t tmpfs tmpfs %1$s; mkdir %1$s/cpu; echo 4 >%1$s/cpu/type".formatted(DEVICES));
  }

  private static boolean hasPmu() throws IOException {
    if (!Files.isDirectory(DEVICES)) {
      return true; // nothing is listed, so that nothing is decided by it
    }
    try (Stream<Path> devices = Files.list(DEVICES)) {
      return devices.anyMatch(one -> one.getFileName().toString().matches("(cpu|armv).*"));
    }
  }

  Launch under(Filter.Kind filter) {
    needed(Filter.isKnownHere(), "the filter's numbers are those of Linux on x86-64 and arm64");
    around.addAll(Java.program(Filter.class, filter.name()));
    return this;
  }

  Launch option(String option) {
    options.add(option);
    return this;
  }

  Launch variable(String name, String value) {
    variables.put(name, value);
    return this;
  }

  Told run() throws Exception {
    return new Told(main(FirstUse.class.getName(), "static"));
  }

  /** Runs another program there. */
  Java.Result main(String program, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(around);
    command.addAll(Java.program());
    command.add("-XX:-CreateCoredumpOnCrash");
    command.add(Java.nativeAccess("ALL-UNNAMED"));
    command.add("-Dorg.cyclecounter.probe.seconds=60"); // however busy the machine is
    command.addAll(options);
    command.add("-cp");
    command.add(services + File.pathSeparator + classPath);
    command.add(program);
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(variables);
    return Java.run(builder);
  }

  /** The output of a launch. */
  record Told(Java.Result result) implements Said {

    @Override
    public List<String> out() {
      return result.out();
    }

    /** It came to its end and counted, by one counter, and no other is left without a reason. */
    Told counted() {
      assertThat(result.status()).as(all()).isZero();
      assertThat(said("ended")).as(all()).isEqualTo("yes");
      assertThat(said("it rises")).as(all()).isEqualTo("true");
      assertThat(said("selected")).as(all()).isNotEqualTo("default-zero");
      assertThat(rows()).as(all()).isNotEmpty();
      assertThat(rows().values()).as(all()).allMatch(row -> row.matches("[A-Z]+: .{10,}"));
      assertThat(rows().get(said("selected"))).as(all()).startsWith("SELECTED: ");
      assertThat(out())
          .as("each reason is one line")
          .allMatch(line -> line.matches("(selected.*|it rises|row|ended): .*"));
      return this;
    }

    Told by(String counter) {
      assertThat(said("selected")).as(all()).matches(counter);
      return this;
    }

    /** Checks a counter's rejection and its reason. */
    Told rejects(String counter, String... reasons) {
      assertThat(rows().get(counter)).as(all()).startsWith("REJECTED: ").contains(reasons);
      return this;
    }

    Told works(String counter) {
      assertThat(rows().get(counter)).as(all()).matches("(USABLE|SELECTED): .*");
      return this;
    }

    String all() {
      return String.join("\n", result.out()) + "\n" + String.join("\n", result.err());
    }
  }
}
