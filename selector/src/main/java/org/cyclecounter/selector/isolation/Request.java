// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.cyclecounter.selector.child.ChildJvm;
import org.cyclecounter.selector.child.Frame;
import org.cyclecounter.selector.discovery.FoundProvider;
import org.cyclecounter.selector.discovery.ListedCounter;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Step;
import org.cyclecounter.selector.support.Log;
import org.jspecify.annotations.Nullable;

/**
 * The parent's side of one task of a child JVM, to rehearse a counter's life or to ask a provider
 * for its counters: what was asked for, and the result so far. For one thread.
 */
final class Request {

  /** The hanging counters of a provider, or hanging providers, after which the rest is left out. */
  private static final int MAX_HANGS = 10;

  final ProviderHandle provider;

  /** The counter's name; empty to list the provider's counters. */
  private final String counter;

  /** The cost of a read in ns above which the counter cannot win; 0 for no bound. */
  private final long worthNs;

  /** The time that it took, without the child's start. */
  long costNs;

  boolean prints;

  /** True if its child can run no other task. */
  boolean hasHarmed;

  /** Null before there is one. */
  @Nullable Result result;

  /** Null if it has passed, and before there is a result. */
  @Nullable Rejection rejection;

  /** The last step that the child has reported. */
  Step step = Step.CREATED;

  /** The method that the child has reported since; often empty. */
  private String call = "";

  /** The counters that the provider has listed. */
  final List<ListedCounter> counters = new ArrayList<>();

  /** The number of counters beyond these; -1 if there is no list. */
  private int more;

  Request(ProviderHandle provider, String counter, long worthNs) {
    this.provider = provider;
    this.counter = counter;
    this.worthNs = worthNs;
  }

  boolean isListing() {
    return counter.isEmpty();
  }

  ChildTask task(int loader, long limitMs) {
    return new ChildTask(provider.type(), counter, loader, limitMs, worthNs);
  }

  /** Forgets the result, for another child. */
  void reopen() {
    end(null, null);
    counters.clear();
    step = Step.CREATED;
  }

  void end(@Nullable Result outcome, @Nullable Rejection why) {
    result = outcome;
    rejection = why;
  }

  /**
   * Rejects a request that no child may serve, or not after others that hung, each of which has
   * cost a limit and a child.
   *
   * @param usedUp the budget if nothing of it is left; else null
   */
  void rejectUnservable(List<Request> all, @Nullable Budget usedUp) {
    Rejection earlier = isListing() ? provider.earlierFailure() : null;
    int hung = 0;
    for (Request other : all) {
      Code code = other.rejection == null ? null : other.rejection.code();
      boolean hasHung = code == Code.HANGS || code == Code.HANGS_NATIVELY; // in a native child
      hung += hasHung && (isListing() || other.provider == provider) ? 1 : 0;
    }
    if (earlier != null) {
      end(Result.FAILED, Rejection.of(Code.FAILED_EARLIER, earlier.sentence()));
    } else if (!isListing() && !provider.isFound() && !canBeCreatedAnew(provider.loaded())) {
      end(Result.NOT_PROBED, Rejection.of(Code.NOT_PUBLIC, provider.type()));
    } else if (hung >= MAX_HANGS) {
      Code code = isListing() ? Code.PROVIDERS_HANG : Code.OTHERS_HANG;
      end(Result.FAILED, Rejection.of(code, "" + MAX_HANGS, provider.type()));
    } else if (usedUp != null) {
      end(Result.FAILED, Rejection.of(Code.BUDGET, usedUp.seconds()));
    }
  }

  /** Returns true if a child JVM can create a provider of that class; null for one not loaded. */
  private static boolean canBeCreatedAnew(@Nullable Class<?> type) {
    try {
      return type == null
          || type.getConstructor() != null
              // A module's is a service, wherever it is.
              && (type.getModule().isNamed() || Modifier.isPublic(type.getModifiers()));
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  /** Ends it for a fault: an {@link #endReason}, a {@link #hangReason}, or the budget. */
  void fail(Rejection fault) {
    boolean isFinal = !fault.code().isPending();
    end(isFinal ? Result.DIED : Result.FAILED, fault);
    if (isFinal && isListing()) {
      provider.failed(fault);
    }
  }

  Rejection endReason(ChildJvm.End end) {
    String in = call.isEmpty() ? "" : ", in " + call;
    return Rejection.of(Code.ENDS_PROCESS, step.when, end.how() + in);
  }

  Rejection hangReason(long limitSeconds) {
    return Rejection.of(Code.HANGS, step.when, call.isEmpty() ? "it" : call, "" + limitSeconds);
  }

  IsolationResult result() {
    Result known = Objects.requireNonNull(result);
    return new IsolationResult(known, rejection, false, prints, null, Duration.ofNanos(costNs));
  }

  /** Tells a provider what it has listed, or why it has not. */
  void tell(FoundProvider asked) {
    asked.list(List.copyOf(counters), more, rejection); // reopen() clears them
  }

  /**
   * Applies a frame, which may be the verdict.
   *
   * @return true if it begins a step
   */
  boolean apply(Frame frame) {
    try {
      String[] texts = frame.texts();
      call = frame.type() == ChildReports.CALL ? texts[0] : "";
      switch (frame.type()) {
        case ChildReports.STEP -> step = Step.valueOf(texts[0]);
        case ChildReports.TRACE -> Log.debugTrace("a counter failed in a child JVM: " + texts[0]);
        case ChildReports.COUNTER -> counters.add(ListedCounter.of(ChildReports.withNulls(texts)));
        case ChildReports.LISTED -> more = Integer.parseInt(texts[0]);
        case ChildReports.VERDICT -> {
          String[] arguments = Arrays.copyOfRange(texts, Math.min(3, texts.length), texts.length);
          hasHarmed = Boolean.parseBoolean(texts[1]);
          Code code = texts.length < 3 ? null : Code.valueOf(texts[2]);
          end(Result.valueOf(texts[0]), code == null ? null : Rejection.of(code, arguments));
        }
        default -> {}
      }
    } catch (RuntimeException e) {
      Log.debug("a child JVM has sent a damaged frame", e); // its memory may have been overwritten
    }
    return frame.type() == ChildReports.STEP;
  }
}
