package com.example.faults;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** Counters of which each read takes its process down, or never returns, in C. */
public final class NativeFaults implements CycleCounterProvider {

  /** In the order of {@code faults.c}. */
  private static final List<String> NAMES =
      List.of(
          "fault-sigill",
          "fault-sigsegv",
          "fault-sigbus",
          "fault-sigfpe",
          "fault-sigtrap",
          "fault-abort",
          "fault-native-stack-overflow",
          "fault-jump-to-nowhere",
          "fault-native-loop",
          "fault-native-exit-0",
          "fault-native-exit-1",
          "fault-native-exit-8",
          "fault-native-exit-70");

  /** For another process to make its own. */
  public NativeFaults() {}

  @Override
  public List<CounterSource> counters() {
    CounterSource lie =
        new NativeFault("fault-lying-native", NAMES.indexOf("fault-sigsegv"), false);
    return Stream.concat(
            IntStream.range(0, NAMES.size()).mapToObj(i -> new NativeFault(NAMES.get(i), i, true)),
            Stream.of(lie))
        .toList();
  }
}
