// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Appends a line for each class of tests to the file that the property {@code test.times} names:
 * wall milliseconds, processor milliseconds, its name. Used by {@code build/test-times}.
 */
public final class TestTimes implements TestExecutionListener {

  private record Start(long nanos, long processorMillis) {}

  private final Map<String, Start> starts = new HashMap<>();
  private boolean hasBegun;

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    if (!hasBegun) {
      hasBegun = true;
      write(System.nanoTime(), 0, "(start of a JVM)");
    }
  }

  @Override
  public synchronized void executionStarted(TestIdentifier test) {
    if (isOutermostClass(test)) {
      starts.put(test.getUniqueId(), new Start(System.nanoTime(), processorMillis()));
    }
  }

  @Override
  public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Start start = starts.remove(test.getUniqueId());
    if (start != null) {
      String name = ((ClassSource) test.getSource().orElseThrow()).getClassName();
      write(start.nanos, start.processorMillis, name);
    }
  }

  private static boolean isOutermostClass(TestIdentifier test) {
    return test.getSource().orElse(null) instanceof ClassSource source
        && !source.getClassName().contains("$");
  }

  private static void write(long startNanos, long startProcessorMillis, String name) {
    long wallMillis = (System.nanoTime() - startNanos) / 1_000_000;
    long millis = processorMillis() - startProcessorMillis;
    String line = wallMillis + "\t" + millis + "\t" + name + "\n";
    try {
      Files.writeString(
          Path.of(System.getProperty("test.times")),
          line,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of this process and its ended children: proc(5), fields 14 to 17 of stat, in 10 ms. */
  private static long processorMillis() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"));
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
