// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.child.ChildJvm;
import org.cyclecounter.selector.child.Frames.Frame;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.discovery.ProviderListing;
import org.cyclecounter.selector.discovery.ProviderListing.Counter;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.isolation.Messages.Verdict;
import org.cyclecounter.selector.limits.Log;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Signals;
import org.cyclecounter.selector.report.Step;
import org.jspecify.annotations.Nullable;

/**
 * A task for a child JVM, to rehearse a counter's life or to ask a stranger for its counters, and
 * its result. For one thread.
 */
final class Request {

  final ProviderHandle provider;

  /** The counter's name; empty to list the provider's counters. */
  private final String counter;

  /** The cost of a read in ns above which the counter cannot win; 0 for no bound. */
  private final long worthNs;

  /** The time that it took, with its share of the child's start. */
  long costNs;

  boolean prints;

  /** True if its child is not fit for another task. */
  boolean hasHarmed;

  /** The counters that a stranger has listed; null if it has not, and for a counter. */
  @Nullable ProviderListing listing;

  /** Null before there is one. */
  @Nullable Result result;

  /** Null if it has passed, and before there is a result. */
  @Nullable Rejection rejection;

  /** The step that the child has reported last. */
  Step step = Step.CREATED;

  /** The method that it has called since, as far as it says; often empty. */
  private String call = "";

  private final List<Counter> counters = new ArrayList<>();

  Request(ProviderHandle provider, String counter, long worthNs) {
    this.provider = provider;
    this.counter = counter;
    this.worthNs = worthNs;
  }

  boolean isListing() {
    return counter.isEmpty();
  }

  /** Returns true if there are listed counters, which may be probed next. */
  boolean hasCounters() {
    return listing != null && !counters.isEmpty();
  }

  /** Returns true if it did not return, neither in a child nor in that one's native child. */
  boolean hasHung() {
    Code code = rejection == null ? null : rejection.code();
    return code == Code.HANGS || code == Code.HANGS_NATIVELY;
  }

  /** Returns the payload of {@link Messages#TASK}. */
  byte[] task(int loader, long limitMs) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    try {
      out.writeUTF(provider.type());
      out.writeUTF(counter);
      out.writeInt(loader);
      out.writeLong(limitMs);
      out.writeLong(worthNs);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // not in memory
    }
    return bytes.toByteArray();
  }

  /** Forgets the result, for another child. */
  void reopen() {
    end(null, null);
    listing = null;
    counters.clear();
    step = Step.CREATED;
  }

  void end(@Nullable Result outcome, @Nullable Rejection why) {
    result = outcome;
    rejection = why;
  }

  /** Ends it for a fault that {@link #lost}, {@link #hung} or the budget has named. */
  void fail(Rejection fault) {
    boolean isFinal = !fault.code().isPending();
    end(isFinal ? Result.DIED : Result.OVER_BUDGET, fault);
    if (isFinal && isListing()) {
      provider.failed(fault);
    }
  }

  Rejection lost(ChildJvm.End end) {
    String how = Signals.ofEnd(end.status(), end.signal());
    String in = call.isEmpty() ? "" : ", in " + call;
    return step == Step.CREATED
        ? Rejection.of(Code.ENDS_PROCESS, step.when + in, how)
        : Rejection.of(Code.ENDS_PROCESS, step.when, how + in);
  }

  Rejection hung(int limitSeconds) {
    String method = call.isEmpty() ? "it" : call;
    return Rejection.of(Code.HANGS, step.when, method, Integer.toString(limitSeconds));
  }

  IsolationResult result() {
    Result known = Objects.requireNonNull(result);
    return new IsolationResult(known, rejection, false, prints, null, Duration.ofNanos(costNs));
  }

  /**
   * Takes a frame, which may be the verdict.
   *
   * @return true if it begins a step
   */
  boolean take(Frame frame) {
    try {
      DataInput in = frame.in();
      call = "";
      switch (frame.type()) {
        case Messages.STEP -> step = Step.values()[in.readByte()];
        case Messages.CALL -> call = in.readUTF();
        case Messages.TRACE -> Log.debugTrace("a counter failed in a child JVM: " + in.readUTF());
        case Messages.COUNTER -> take(in);
        case Messages.LISTED -> {
          int more = in.readInt();
          listing =
              ProviderListing.ofChild(provider, more < 0 ? null : counters, Math.max(0, more));
          end(Result.PASSED, null);
        }
        case Messages.VERDICT -> judge(in);
        default -> {}
      }
    } catch (IOException | RuntimeException e) {
      Log.debug("a child JVM has sent a damaged frame", e); // its memory may have been overwritten
    }
    return frame.type() == Messages.STEP;
  }

  private void take(DataInput in) throws IOException {
    int kind = in.readByte();
    int scope = in.readByte();
    int bits = in.readInt();
    boolean mayCrash = in.readBoolean();
    long hz = in.readLong();
    boolean hasName = in.readBoolean();
    String name = in.readUTF();
    counters.add(
        Counter.ofChild(
            hasName ? name : null,
            kind < 0 ? null : CounterKind.values()[kind],
            scope < 0 ? null : Scope.values()[scope],
            mayCrash,
            bits,
            hz,
            in.readUTF()));
  }

  private void judge(DataInput in) throws IOException {
    Verdict verdict = Verdict.values()[in.readByte()];
    String readNs = Long.toString(in.readLong());
    int code = in.readByte();
    String[] arguments = new String[in.readByte()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = in.readUTF();
    }
    Rejection why = code < 0 ? null : Rejection.of(Code.values()[code], arguments);
    hasHarmed = verdict == Verdict.HARMED;
    boolean isCostly = verdict == Verdict.NOT_WORTH;
    end(verdict.result, isCostly ? Rejection.of(Code.NOT_WORTH, readNs) : why);
  }
}
