// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.IOException;
import java.util.List;
import org.cyclecounter.selector.isolation.Protocol.Step;
import org.cyclecounter.selector.isolation.SideEffects.Harm;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * The child process: opens, reads and closes each counter it is told of, and says so beforehand.
 */
public final class ChildMain {

  private static final int FIRST_READS = 3;

  /** Few enough for the time limit if the counter is slow, a system call of 100 µs. */
  private static final int NATIVE_READS = 3000;

  private static final int NATIVE_ORDERED_READS = 100;

  private static final int MAX_CAUSES = 10;

  private final ChildPipe pipe;
  private final ChildProviders providers;
  private final SideEffects sideEffects = new SideEffects();

  /** What was called last of a counter. */
  private String call = "open()";

  private ChildMain(ChildPipe pipe) {
    this.pipe = pipe;
    providers = new ChildProviders(pipe);
  }

  /** Started by {@link ChildJvmIsolator} only. */
  public static void main(String[] arguments) throws IOException {
    ChildMain child = new ChildMain(ChildPipe.connect());
    child.sideEffects.watch();
    ParentWatch.start(child.pipe.parent()); // before any provider's code; this thread stays
    child.say(-1, Step.READY, "");
    List<String[]> counters = child.pipe.counters();
    for (int i = 0; i < counters.size(); i++) {
      child.tryOnOwnThread(i, counters.get(i));
    }
    // Not exit: a provider may have left threads or shutdown hooks behind.
    Runtime.getRuntime().halt(0);
  }

  /**
   * What a counter sets up for its thread, such as the right to read a register, must not make the
   * next one work.
   */
  private void tryOnOwnThread(int index, String[] counter) {
    Thread thread =
        new Thread(
            () -> {
              try {
                tryOne(index, counter);
              } catch (IOException e) {
                // The parent is gone.
                Runtime.getRuntime().halt(1);
              }
            },
            "cyclecounter-probe");
    thread.start();
    boolean ended = false;
    while (!ended) {
      try {
        thread.join();
        ended = true;
      } catch (InterruptedException e) {
        continue; // a provider's doing
      }
    }
  }

  private void tryOne(int index, String[] counter) throws IOException {
    say(index, Step.OPENING, "");
    CounterSource made;
    try {
      made = providers.counter(counter[0], counter[1], Integer.parseInt(counter[2]));
    } catch (Throwable e) {
      sayThrown(index, Step.NOT_MADE, "", e);
      return;
    }
    call = "open()";
    try {
      List<Thread> before = SideEffects.threads();
      TickSource source = made.open();
      if (source == null) {
        say(index, Step.NO_SOURCE, "");
        return;
      }
      int reads = Integer.parseInt(counter[3]);
      int orderedReads = Integer.parseInt(counter[4]);
      Harm harm = null;
      if (reads > 0 || orderedReads > 0) {
        say(index, Step.READING, "");
        IsolationResult natively = tryNatively(source, reads, orderedReads);
        if (natively.died() || natively.result() == IsolationResult.Result.FAILED) {
          source.close();
          say(index, natively.died() ? Step.DIED : Step.FAILED, natively.reason());
          return;
        }
        long startNs = System.nanoTime();
        readEachWay(source);
        harm = sideEffects.harm(before); // before it is done thousands of times
        if (harm == null) {
          readOften(source, reads, orderedReads, startNs);
        }
      }
      say(index, Step.CLOSING, "");
      call = "close()";
      source.close();
      sayVerdict(index, harm == null ? sideEffects.harm(before) : harm);
    } catch (VirtualMachineError e) {
      sayThrown(index, Step.HARMED, call, e);
    } catch (Throwable e) {
      sayThrown(index, Step.FAILED, call, e);
    }
  }

  /** Says what was thrown, for the parent's log with its stack trace. */
  private void sayThrown(int index, Step step, String by, Throwable e) throws IOException {
    say(index, Step.TRACE, StackTrace.line(e));
    say(index, step, reason(by, e));
  }

  private void sayVerdict(int index, @Nullable Harm harm) throws IOException {
    if (harm != null) {
      say(index, harm.step(), harm.text());
    } else {
      say(index, sideEffects.takePrinted() ? Step.PRINTED : Step.PASSED, "");
    }
  }

  /**
   * Where it has an entry point: says which register it changes, which this JVM might not survive,
   * and how a fault looked; this JVM goes on.
   */
  private static IsolationResult tryNatively(TickSource source, int reads, int orderedReads) {
    return NativeIsolator.probeOpened(
        source, Math.min(reads, NATIVE_READS), Math.min(orderedReads, NATIVE_ORDERED_READS));
  }

  private void readEachWay(TickSource source) {
    for (int i = 0; i < FIRST_READS; i++) {
      call = "ticks()";
      source.ticks();
      call = "startTicks()";
      source.startTicks();
      call = "stopTicks()";
      source.stopTicks();
    }
  }

  /**
   * A counter that faults or stops returning only after some time does so here. One that is slow,
   * but returns, is read as often as half of the time limit allows.
   */
  private void readOften(TickSource source, int reads, int orderedReads, long startNs) {
    call = "ticks()";
    long quarterNs = TimeLimit.seconds() * 250_000_000L;
    for (int i = FIRST_READS; i < reads && System.nanoTime() - startNs < quarterNs; i++) {
      source.ticks();
    }
    call = "startTicks() or stopTicks()";
    for (int i = FIRST_READS;
        i < orderedReads && System.nanoTime() - startNs < 2 * quarterNs;
        i++) {
      source.startTicks();
      source.stopTicks();
    }
  }

  /** As {@link Reasons#of}; but if a class loader of the parent threw, that is the reason. */
  private static String reason(String call, Throwable e) {
    Throwable cause = e;
    for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
      if (cause instanceof ChildPipe.LoaderException) {
        return String.valueOf(cause.getMessage());
      }
      cause = cause.getCause();
    }
    return Reasons.of(call, e);
  }

  private void say(int index, Step step, String text) throws IOException {
    pipe.send(Protocol.line(pipe.word(), index, step, text));
  }
}
