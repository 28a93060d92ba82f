// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.cyclecounter.selector.discovery.ProviderListing;
import org.cyclecounter.selector.isolation.Protocol.Step;
import org.cyclecounter.selector.limits.Log;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.report.ChildReasons;
import org.cyclecounter.selector.report.ChildReasons.Phase;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;

/**
 * The program of a child JVM: asks strangers for their counters, and opens, reads and closes each
 * counter of its {@link ChildTask} and of later requests. It reports each step before it is taken,
 * so that the parent knows what a crash came of.
 *
 * <p>Whatever a provider does here is expected: it may throw, exit, crash, hang, print, close
 * streams, start threads, interrupt this one, or replace {@code System.out}.
 */
public final class ChildMain implements Runnable {

  /** Reads of each way before the side effects are looked for. */
  private static final int FIRST_READS = 3;

  /**
   * Calls of {@code ticks()}, fewer if they take a quarter of the limit: more than all that a
   * selection reads of a counter in its process and native children.
   */
  private static final int READS = 100_000;

  /**
   * Calls of {@code startTicks()} and of {@code stopTicks()}, fewer if all reads together take half
   * of the limit.
   */
  private static final int ORDERED_READS = 2_000;

  /** Few enough for the time limit if the counter is slow, a system call of 100 µs. */
  private static final int NATIVE_READS = 3000;

  private final ParentConnection parent;
  private final ChildTask task;
  private final ChildProviders providers;
  private final SideEffects sideEffects;

  /** The request that is being met, and its index. */
  private ChildTask.Counter request;

  private int index = -1;

  /** The method of the counter that was called last. */
  private String call = "open()";

  private ChildMain(ParentConnection parent) {
    this.parent = parent;
    task = parent.task();
    request = task.counters().get(0);
    providers = new ChildProviders(parent, request);
    sideEffects = new SideEffects(task.parentPid()); // before any provider's code
  }

  /** Started by {@link ChildJvmIsolator} only. */
  public static void main(String[] arguments) throws IOException {
    new ChildMain(ParentConnection.connect()).probeAll();
  }

  private void probeAll() {
    report(Step.READY, "");
    for (List<ChildTask.Counter> requests = task.counters(); ; requests = parent.more()) {
      for (ChildTask.Counter next : requests) {
        index++;
        request = next;
        providers.begin(index, next);
        Thread thread = new Thread(this, "cyclecounter-probe");
        thread.start();
        TimeLimit.join(thread, Long.MAX_VALUE); // a provider may interrupt this thread
      }
    }
  }

  /**
   * Meets one request, on a thread that ends with it: what a counter sets up for its thread, such
   * as the right to read a register, must not make the next one work. No lambda: cold start 1.
   */
  @Override
  public void run() {
    if (request.name().isEmpty()) {
      list();
    } else {
      probe();
    }
  }

  /** Asks a stranger for its counters; what its constructor does counts as its harm. */
  private void list() {
    report(Step.OPENING, "");
    ProviderListing.Question question = providers.question();
    try {
      sideEffects.begin();
      ProviderListing listing = question.call();
      String harm = sideEffects.harm(Phase.OPENED);
      if (harm.isEmpty()) {
        harm = sideEffects.leftEachTime(question, task.limitSeconds() * 250L);
      }
      boolean unusedPrinted = sideEffects.takePrinted(); // no counter's doing
      if (!harm.isEmpty()) {
        report(Step.HARMED, harm);
        return;
      }
      List<ProviderListing.Counter> counters = listing.counters();
      for (int i = 0; counters != null && i < counters.size(); i++) {
        ProviderListing.Counter counter = counters.get(i);
        boolean isCounter = counter.source() != null;
        String text = isCounter ? Protocol.text(counter) : counter.problem();
        report(isCounter ? Step.COUNTER : Step.NO_COUNTER, text);
      }
      report(Step.LISTED, "" + (counters == null ? -1 : listing.more()));
    } catch (Throwable e) {
      String needs = e instanceof CounterUnavailableException ? "" : ChildReasons.NEEDS_PROGRAM;
      reportThrown(Step.FAILED, question.lastCall(), e, needs);
    }
  }

  private void probe() {
    report(Step.OPENING, "");
    CounterSource counterSource;
    try {
      counterSource = providers.find();
    } catch (Throwable e) {
      reportThrown(Step.NOT_MADE, "", e, "");
      return;
    }
    report(Step.OPENING, ""); // no longer in the provider
    call = "open()";
    try {
      sideEffects.begin();
      TickSource source = counterSource.open();
      if (source == null) {
        report(Step.FAILED, Reasons.NO_SOURCE);
        return;
      }
      String harm = sideEffects.harm(Phase.OPENED);
      if (harm.isEmpty()) {
        askAll(counterSource);
        report(Step.READING, "");
        // It names the register that is changed, which this JVM might not survive, or the signal.
        IsolationResult natively =
            NativeIsolator.probeOpened(source, NATIVE_READS, task.limitSeconds());
        if (natively.died() || natively.result() == IsolationResult.Result.FAILED) {
          source.close();
          report(natively.died() ? Step.DIED : Step.FAILED, natively.reason());
          return;
        }
        harm = read(source);
      }
      report(Step.CLOSING, "");
      call = "close()";
      source.close();
      if (harm.isEmpty()) {
        harm = sideEffects.harm(Phase.CLOSED);
      }
      if (harm.isEmpty()) {
        Callable<?> again = () -> openAgain(counterSource);
        harm = sideEffects.leftEachTime(again, task.limitSeconds() * 250L);
      }
      reportVerdict(harm);
    } catch (Throwable e) {
      reportThrown(Step.FAILED, call, e, "");
    }
  }

  private boolean openAgain(CounterSource counterSource) throws Exception {
    report(Step.OPENING, "");
    call = "open()";
    try (TickSource source = counterSource.open()) {
      report(Step.READING, "");
      readEachWay(source);
    }
    return true;
  }

  /**
   * Asks what the parent will ask after open(), for what it does: the parent judges the answers.
   */
  private void askAll(CounterSource source) {
    calls("bits()");
    source.bits();
    calls("scaling()");
    source.scaling();
    calls("counted()");
    source.counted();
    calls("instruction()");
    source.instruction();
    call = "open()";
  }

  private void calls(String method) {
    call = method;
    providers.calls(method);
  }

  /**
   * Reports an exception, after its stack trace for the parent's log.
   *
   * @param step the verdict; after an error of the JVM's, this JVM is not fit for another counter
   */
  private void reportThrown(Step step, String thrower, Throwable e, String remedy) {
    report(Step.TRACE, Log.trace(e));
    boolean isFit = step != Step.FAILED || !(e instanceof VirtualMachineError);
    String problem = ParentConnection.LoaderException.problemIn(e); // then that is the reason
    report(
        isFit ? step : Step.HARMED, (problem == null ? Reasons.of(thrower, e) : problem) + remedy);
  }

  /**
   * Reports that it passed, or the harm that it did; output counts for the counter that ran last.
   */
  private void reportVerdict(String harm) {
    if (harm.isEmpty()) {
      report(Step.PASSED, sideEffects.takePrinted() ? ChildReasons.PRINTS : "");
    } else {
      SideEffects.endBelow(); // the parent ends this child now
      report(Step.HARMED, harm);
    }
  }

  /** Reads as a program will; returns the harm that it does. */
  private String read(TickSource source) throws InterruptedException {
    long startNs = System.nanoTime();
    readEachWay(source);
    String harm = sideEffects.harm(Phase.READ); // before it is done thousands of times
    if (harm.isEmpty()) {
      Map<String, String> open = SideEffects.descriptors();
      readOften(source, startNs);
      harm = SideEffects.ofReads(open);
    }
    return harm.isEmpty() ? sideEffects.harm(Phase.READ) : harm;
  }

  /**
   * Reads a few times in each way, and notes which, so that the reason names the one that throws.
   */
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
   * Reads as often as the program will: a counter that faults or stops returning only after some
   * time does so here. One that is slow, but returns, is read as often as half of the time limit
   * allows.
   */
  private void readOften(TickSource source, long startNs) {
    call = "ticks()";
    long quarterNs = task.limitSeconds() * 250_000_000L;
    long halfNs = 2 * quarterNs;
    for (int i = FIRST_READS; i < READS && System.nanoTime() - startNs < quarterNs; i++) {
      source.ticks();
    }
    call = "startTicks() or stopTicks()";
    for (int i = FIRST_READS; i < ORDERED_READS && System.nanoTime() - startNs < halfNs; i++) {
      source.startTicks();
      source.stopTicks();
    }
  }

  private void report(Step step, String text) {
    parent.send(Protocol.line(task.word(), index, step, text));
  }
}
