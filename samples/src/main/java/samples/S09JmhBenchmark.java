// SPDX-License-Identifier: Apache-2.0
package samples;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.bench.jmh.CycleCounterProfiler;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/*
 * 09. Add cycles to a JMH benchmark, which stays as it is.
 *
 * Prints:
 *   ...
 *   S09JmhBenchmark.get  avgt ... ns/op
 *   S09JmhBenchmark.get:cycles  avgt ... cycles/op
 *   ...
 *
 * Trap: a time-stamp counter counts on while the thread waits for a processor, as JMH's time does:
 * beside other work both are too high. The thread's own count stops meanwhile: core cycles of a
 * perf event, or CycleCounterProfiler's option counter=thread-cputime. Or count instructions (10).
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class S09JmhBenchmark {

  private final Map<Integer, Integer> squares = new HashMap<>();
  private int next;

  @Setup
  public void fill() {
    for (int i = 0; i < 1024; i++) {
      squares.put(i, i * i);
    }
  }

  @Benchmark
  public Integer get() {
    next = (next + 1) & 1023; // one key would be predicted
    return squares.get(next);
  }

  public static void main(String[] arguments) throws RunnerException {
    new Runner(
            new OptionsBuilder()
                .include(S09JmhBenchmark.class.getName())
                .addProfiler(CycleCounterProfiler.class) // or -prof on the command line
                .build())
        .run();
  }
}
