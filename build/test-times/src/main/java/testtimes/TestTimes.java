// SPDX-License-Identifier: Apache-2.0
package testtimes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes the processor time of each test, its ended child processes included, to the file that the
 * property {@code test.times} names: a line of scaled milliseconds, tags and name, separated by
 * tabs. The start of the JVM and fixtures of classes have lines of their own, so that the sum is
 * all that the tests used. Linux only; elsewhere it writes nothing.
 *
 * <p>Milliseconds are divided by the speed of a short reference loop in the same JVM, so that a
 * slower processor is not blamed. If all JVMs of the module together use more than the seconds in
 * {@code tests.budget}, it prints a line; {@code build/test-times/check} fails.
 */
public final class TestTimes implements TestExecutionListener {

  private static final Path STAT = Path.of("/proc/self/stat");

  /** Wall time of a reference loop on a Xeon (Emerald Rapids), idle or busy, in nanoseconds. */
  private static final double REFERENCE_NANOS = 1_000_000;

  /** Bytes that a loop compresses. */
  private static final int LENGTH = 1 << 15;

  /** The sum up to which all time has been charged, in milliseconds. */
  private static long chargedMillis;

  private static double slowness;

  private final Deque<String> running = new ArrayDeque<>();
  private final Map<String, Long> millis = new LinkedHashMap<>();
  private final Path file = Path.of(System.getProperty("test.times", ""));
  private final boolean isOn = !file.toString().isEmpty() && Files.isReadable(STAT);

  @Override
  public synchronized void testPlanExecutionStarted(TestPlan plan) {
    if (isOn) {
      charge("\t(start of a JVM)");
      if (slowness == 0) {
        slowness = loopNanos() / REFERENCE_NANOS;
        chargedMillis = processorMillis();
      }
    }
  }

  @Override
  public synchronized void executionStarted(TestIdentifier test) {
    if (isOn) {
      charge(running.peek());
      running.push(
          String.join(",", test.getTags().stream().map(Object::toString).sorted().toList())
              + "\t"
              + name(test));
    }
  }

  @Override
  public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (isOn) {
      charge(running.pop());
    }
  }

  @Override
  public synchronized void testPlanExecutionFinished(TestPlan plan) {
    if (!isOn || millis.isEmpty()) {
      return;
    }
    StringBuilder lines = new StringBuilder();
    millis.forEach(
        (name, spent) ->
            lines.append(Math.round(spent / slowness)).append('\t').append(name).append('\n'));
    millis.clear();
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      double budget = Double.parseDouble(System.getProperty("tests.budget", "0"));
      double seconds =
          Files.readAllLines(file).stream()
                  .mapToLong(line -> Long.parseLong(line.substring(0, line.indexOf('\t'))))
                  .sum()
              / 1000.0;
      if (budget > 0 && seconds > budget * 1.25 + 2) { // two seconds for the start of the JVM
        System.err.printf(
            "Tests used %.1f s of processor time so far, more than this module's budget, %.1f s: see build/test-times/check%n",
            seconds, budget);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void charge(String name) {
    long now = processorMillis();
    if (now > chargedMillis) {
      millis.merge(name == null ? "\t(between tests)" : name, now - chargedMillis, Long::sum);
      chargedMillis = now;
    }
  }

  private static String name(TestIdentifier test) {
    TestSource source = test.getSource().orElse(null);
    if (source instanceof MethodSource method) {
      String name = method.getClassName() + "#" + method.getMethodName();
      String shown = test.getDisplayName().replaceAll("[^ -~]+", "?"); // of hostile texts
      return shown.startsWith(method.getMethodName()) ? name : name + " " + shown;
    }
    return source instanceof ClassSource type ? type.getClassName() + " (fixtures)" : "(other)";
  }

  /**
   * Compresses random halves of bytes some times: the work is zlib's, not a compiler's, which a
   * busy machine keeps from compiling. The least time, because each is shorter than a turn on a
   * busy processor.
   */
  private static long loopNanos() {
    byte[] text = new byte[LENGTH];
    new Random(1).nextBytes(text);
    for (int i = 0; i < text.length; i++) {
      text[i] &= 15;
    }
    byte[] out = new byte[LENGTH];
    Deflater zlib = new Deflater();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 24; i++) {
      long start = System.nanoTime();
      zlib.reset();
      zlib.setInput(text);
      zlib.finish();
      while (!zlib.finished()) {
        int unused = zlib.deflate(out);
      }
      least = Math.min(least, System.nanoTime() - start);
    }
    zlib.end();
    return least;
  }

  /** Of this process and its ended children: proc(5), fields 14 to 17 of stat, in 10 ms. */
  private static long processorMillis() {
    try {
      String stat = Files.readString(STAT);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      long ticks = 0;
      for (int i = 11; i <= 14; i++) {
        ticks += Long.parseLong(fields[i]);
      }
      return ticks * 10;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
