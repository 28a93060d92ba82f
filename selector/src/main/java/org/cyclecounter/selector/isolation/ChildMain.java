// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

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
 * counter of the requests ({@link ChildTask}) that the parent sends. It reports each step before it
 * is taken, so that the parent knows what a crash came of.
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

  /** Thrown for harm that a counter has done, which the message names. */
  private static final class HarmException extends Exception {
    private static final long serialVersionUID = 1;

    HarmException(String harm) {
      super(harm);
    }
  }

  private final ParentConnection parent;
  private final ChildProviders providers;
  private final int limitSeconds;
  private final SideEffects sideEffects;

  /** The provider's or counter's method that was called last; empty before there is a counter. */
  private String call = "";

  private ChildMain(ParentConnection parent, long parentPid, int limitSeconds) {
    this.parent = parent;
    this.limitSeconds = limitSeconds;
    providers = new ChildProviders(parent);
    sideEffects = new SideEffects(parentPid, limitSeconds); // before any provider's code
  }

  /**
   * Started by {@link ChildJvmIsolator} only.
   *
   * @param arguments the word of {@link ParentConnection#connect}, the parent's process id, the
   *     time limit of each step of a counter in seconds
   */
  public static void main(String[] arguments) {
    ParentConnection parent = ParentConnection.connect(arguments[0]);
    long parentPid = Long.parseLong(arguments[1]);
    new ChildMain(parent, parentPid, Integer.parseInt(arguments[2])).meetAll();
  }

  private void meetAll() {
    report(Step.READY, "");
    while (true) {
      parent.next();
      Thread thread = new Thread(this, "cyclecounter-probe");
      thread.start();
      TimeLimit.join(thread, Long.MAX_VALUE); // a provider may interrupt this thread
    }
  }

  /**
   * Meets one request, on a thread that ends with it: what a counter sets up for its thread, such
   * as the right to read a register, must not make the next one work. No lambda: cold start 1.
   */
  @Override
  public void run() {
    boolean isListing = parent.task().counter().isEmpty();
    report(Step.OPENING, "");
    try {
      if (isListing) {
        list();
      } else {
        probe();
      }
    } catch (HarmException e) {
      SideEffects.endBelow(); // the parent ends this child now
      report(Step.HARMED, String.valueOf(e.getMessage()));
    } catch (Throwable e) {
      boolean needsProgram = isListing && !(e instanceof CounterUnavailableException);
      reportThrown(e, needsProgram ? ChildReasons.NEEDS_PROGRAM : "");
    }
  }

  /** Asks a stranger for its counters; what its constructor does counts as its harm. */
  private void list() throws Exception {
    call = "its constructor";
    // A class, not a lambda: cold start 1.
    Callable<ProviderListing> question =
        new ProviderListing.Question(providers, true) {
          @Override
          protected void calls(String method) {
            super.calls(method);
            ChildMain.this.calls(method);
          }
        };
    sideEffects.begin();
    ProviderListing listing = question.call();
    refuse(sideEffects.harm(Phase.OPENED));
    refuse(sideEffects.leftEachTime(question));
    boolean unusedPrinted = sideEffects.takePrinted(); // no counter's doing
    List<ProviderListing.Counter> counters = listing.counters();
    for (int i = 0; counters != null && i < counters.size(); i++) {
      ProviderListing.Counter counter = counters.get(i);
      boolean isCounter = counter.source() != null;
      String text = isCounter ? Protocol.text(counter) : counter.problem();
      report(isCounter ? Step.COUNTER : Step.NO_COUNTER, text);
    }
    report(Step.LISTED, "" + (counters == null ? -1 : listing.more()));
  }

  private void probe() throws Exception {
    call = "";
    CounterSource counterSource = providers.find();
    report(Step.OPENING, ""); // no longer in the provider
    call = "open()";
    sideEffects.begin();
    TickSource source = counterSource.open();
    if (source == null) {
      throw new CounterUnavailableException(Reasons.NO_SOURCE);
    }
    refuse(sideEffects.harm(Phase.OPENED));
    askAll(counterSource);
    report(Step.READING, "");
    // It names the register that is changed, which this JVM might not survive, or the signal.
    IsolationResult natively = NativeIsolator.probeOpened(source, NATIVE_READS, limitSeconds);
    if (natively.died() || natively.result() == IsolationResult.Result.FAILED) {
      source.close();
      report(natively.died() ? Step.DIED : Step.FAILED, natively.reason());
      return;
    }
    read(source);
    report(Step.CLOSING, "");
    call = "close()";
    source.close();
    refuse(sideEffects.harm(Phase.CLOSED));
    Callable<?> again = () -> openAgain(counterSource);
    refuse(sideEffects.leftEachTime(again));
    // Output counts for the counter that ran last.
    report(Step.PASSED, sideEffects.takePrinted() ? ChildReasons.PRINTS : "");
  }

  /** Ends a request for harm, if it is some: what is left open ends with this process. */
  private static void refuse(String harm) throws HarmException {
    if (!harm.isEmpty()) {
      throw new HarmException(harm);
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
   * Reports an exception, after its stack trace for the parent's log. After an error of the JVM's
   * in a counter, this JVM is not fit for another one.
   */
  private void reportThrown(Throwable e, String remedy) {
    report(Step.TRACE, Log.trace(e));
    Step verdict = e instanceof VirtualMachineError ? Step.HARMED : Step.FAILED;
    Throwable root = Reasons.root(e);
    boolean isOfLoader = root instanceof ParentConnection.LoaderException;
    String problem = isOfLoader ? String.valueOf(root.getMessage()) : Reasons.of(call, e);
    report(call.isEmpty() ? Step.NOT_MADE : verdict, problem + remedy);
  }

  /** Reads as a program will. */
  private void read(TickSource source) throws Exception {
    long startNs = System.nanoTime();
    readEachWay(source);
    refuse(sideEffects.harm(Phase.READ)); // before it is done thousands of times
    Map<String, String> open = SideEffects.descriptors();
    readOften(source, startNs);
    refuse(SideEffects.ofReads(open));
    refuse(sideEffects.harm(Phase.READ));
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
    long quarterNs = limitSeconds * 250_000_000L;
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
    Protocol.report(parent, step, text);
  }
}
