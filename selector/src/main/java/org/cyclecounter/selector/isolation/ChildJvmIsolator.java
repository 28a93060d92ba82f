// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.selector.child.ChildJvm;
import org.cyclecounter.selector.child.Frame;
import org.cyclecounter.selector.child.JavaCommand;
import org.cyclecounter.selector.child.ParentLink;
import org.cyclecounter.selector.child.StartException;
import org.cyclecounter.selector.discovery.Answer;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Found;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Step;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;

/**
 * Lists strangers and rehearses counters in a separate Java process, one after the other in one for
 * all. Where no process can be started, they are not probed, for that reason.
 *
 * <p>Nothing has passed before a child has ended normally. If it does not, the suspects, which are
 * all that had passed so far and the one that was running, are rehearsed again, each in a child of
 * its own: a fault costs one counter, whenever it shows. For one thread.
 */
public class ChildJvmIsolator implements AutoCloseable {

  /** For a report: more than the limits allow. */
  private static final Duration UNLIMITED = Duration.ofDays(10_000);

  /**
   * The counters of one provider, or the providers, that may use up their time limit before the
   * rest is left out.
   */
  private static final int MAX_HANGS = 10;

  /** Between two looks at a child's processor time, which Linux counts in steps of 10 ms. */
  private static final long SAMPLE_MS = 20;

  /** The time that a child has to end which has used up its limit: it may be dying. */
  private static final long MAX_DYING_MS = 200;

  /** For each step of a counter, not for the child. */
  private final int limitSeconds;

  private final long limitNs;
  private final boolean isNested;
  private final Budget budget;

  /** The child that waits for a task; null for none. */
  private @Nullable ChildJvm child;

  /** Its last task; null before the first. */
  private @Nullable Request previous;

  /** True if it has run more than one counter, or has listed another provider. */
  private boolean isShared;

  /** Those that have passed if it ends normally, in the order in which it ran them. */
  private final List<Request> suspects = new ArrayList<>();

  /** All of this call. */
  private List<Request> requests = List.of();

  /** The number of those that have not run, or are to run again. */
  private int left;

  /**
   * Limits each step of a counter to so many seconds.
   *
   * @param isNested true for a selection begun by code that runs during another one: no child is
   *     started, whose providers might do the same without end
   * @param budget a first reading's; null for no other limits
   */
  public ChildJvmIsolator(int limitSeconds, boolean isNested, @Nullable Budget budget) {
    this.limitSeconds = limitSeconds;
    limitNs = limitSeconds * 1_000_000_000L;
    this.isNested = isNested;
    this.budget = budget == null ? new Budget(UNLIMITED, UNLIMITED) : budget;
  }

  /**
   * Asks strangers for their counters, all in one child unless one of them ends it. If there is a
   * counter, the child waits for {@link #probe} or {@link #close}, and has not confirmed the lists:
   * a rehearsal creates the provider and asks it again.
   *
   * @return an answer for each, in their order
   */
  public List<Answer> list(List<ProviderHandle> strangers) {
    List<Request> all = new ArrayList<>();
    for (ProviderHandle stranger : strangers) {
      all.add(new Request(stranger, "", 0));
    }
    serve(all);
    List<Answer> answers = new ArrayList<>();
    for (Request request : all) {
      answers.add(request.answer());
    }
    return answers;
  }

  /**
   * Rehearses counters; never throws for anything that a counter does. No child is left.
   *
   * @param worthNanos the cost of a read, in nanoseconds, above which the counter of that index
   *     cannot win; 0 for no bound
   * @return a result for each, in their order
   */
  public List<IsolationResult> probe(List<Candidate> candidates, long[] worthNanos) {
    List<Request> all = new ArrayList<>();
    for (Candidate candidate : candidates) {
      all.add(new Request(candidate.handle(), candidate.name(), worthNanos[all.size()]));
    }
    serve(all);
    List<IsolationResult> results = new ArrayList<>();
    for (Request request : all) {
      results.add(request.result());
    }
    return results;
  }

  /** Rehearses one counter that a provider lists here; for the kit. */
  public static IsolationResult rehearse(CycleCounterProvider provider, String counter) {
    List<Candidate> candidates = new ArrayList<>(Found.of(List.of(provider)).candidates());
    candidates.removeIf(candidate -> !candidate.name().equals(counter));
    ChildJvmIsolator isolator = new ChildJvmIsolator(TimeLimit.seconds(), false, null);
    return isolator.probe(candidates, new long[1]).get(0);
  }

  /** Serves requests that are all of one sort; where no child can be had, they have the reason. */
  void serve(List<Request> all) {
    Rejection problem = null;
    try {
      if (isNested || ParentLink.isConnected()) {
        problem = Rejection.of(isNested ? Code.NESTED : Code.IN_A_CHILD);
      } else {
        run(all);
      }
    } catch (StartException e) {
      problem = e.rejection();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      problem = Rejection.of(Code.INTERRUPTED_BEFORE);
    }
    if (problem != null) {
      close();
      for (Request request : all) {
        if (request.result == null) {
          request.end(Result.NOT_PROBED, problem);
        }
      }
    }
  }

  /** Starts a child that is ready for its first task. */
  ChildJvm start(List<Request> tasks) throws StartException, InterruptedException {
    List<@Nullable Class<?>> providers = new ArrayList<>();
    for (Request task : tasks) {
      providers.add(task.provider.loaded());
    }
    return ChildJvm.start(JavaCommand.of(RehearsalMain.class, providers));
  }

  long nanoTime() {
    return System.nanoTime();
  }

  /** Ends a child that waits; what has passed in it is not confirmed. */
  @Override
  public void close() {
    List<Request> unusedNotConfirmed = end();
  }

  /** Ends the child, and returns its suspects, which are open again. */
  private List<Request> end() {
    List<Request> again = List.copyOf(suspects);
    suspects.clear();
    for (Request suspect : again) {
      suspect.reopen();
    }
    ChildJvm running = child;
    child = null;
    if (running != null) {
      budget.ended(running);
      running.close();
    }
    return again;
  }

  /** Runs tasks that are all of one sort. A child is left if counters are listed. */
  private void run(List<Request> all) throws StartException, InterruptedException {
    requests = all;
    left = all.size();
    suspects.clear(); // listed before: their counters' rehearsals confirm them
    boolean goesOn = false;
    for (Request request : all) {
      run(request);
      goesOn |= request.hasCounters();
    }
    if (!goesOn) {
      confirm();
    }
  }

  /** Runs a task in the child that waits, or in a new one. */
  private void run(Request request) throws StartException, InterruptedException {
    int tasks = left--;
    reject(request);
    if (request.result != null) {
      return;
    }
    ChildJvm running = child;
    if (running == null) {
      running = start(requests);
      child = running;
      previous = null;
      isShared = false;
      budget.ready(running, nanoTime());
    }
    long startNs = nanoTime();
    Request before = previous;
    isShared |= before != null && !(before.isListing() && before.provider == request.provider);
    previous = request;
    String printed = running.lastOutput();
    int loader = running.number(request.provider.loader());
    running.send(request.task(loader, limitNs / 1_000_000));
    // What is listed is probed, too.
    budget.share(running, nanoTime(), request.isListing() ? 2 * tasks : tasks, limitNs);
    Rejection fault = follow(running, request, false);
    // A dying JVM prints, too.
    request.prints = fault == null && !running.lastOutput().equals(printed);
    request.costNs += nanoTime() - startNs;
    boolean isSuspect = fault != null && isShared && fault.code() == Code.ENDS_PROCESS;
    if (isSuspect || request.result == Result.PASSED) {
      suspects.add(request);
    } else if (fault != null) {
      request.fail(fault);
    }
    if (fault != null || request.hasHarmed) {
      rehearseAlone();
    }
  }

  /** Lets the child end, which confirms what has passed in it. */
  private void confirm() throws StartException, InterruptedException {
    ChildJvm running = child;
    if (running != null && !suspects.isEmpty()) {
      Request last = suspects.get(suspects.size() - 1);
      running.send(new Frame(Frame.END));
      Rejection fault = follow(running, last, true);
      if (fault != null && !isShared) {
        last.fail(fault);
      }
      if (fault == null || !isShared) {
        suspects.clear();
      }
    }
    rehearseAlone();
  }

  /** Ends the child, and rehearses its suspects again, each in a child of its own. */
  private void rehearseAlone() throws StartException, InterruptedException {
    List<Request> again = end();
    left += again.size();
    for (Request suspect : again) {
      run(suspect);
      confirm();
    }
  }

  /**
   * Follows a request to its verdict, or a child that has been told to end to its end. Each step
   * has the same limit.
   *
   * @return the fault that ended it; null for none
   */
  private @Nullable Rejection follow(ChildJvm running, Request request, boolean isEnd)
      throws InterruptedException {
    long endNs = nanoTime() + limitNs;
    while (true) {
      long leftNs = endNs - nanoTime();
      Optional<Frame> frame =
          running.next(Math.min(Math.max(leftNs, 0) / 1_000_000 + 1, SAMPLE_MS));
      if (frame.isPresent()) {
        endNs = request.take(frame.get()) ? nanoTime() + limitNs : endNs;
        if (!isEnd && request.result != null) {
          return null;
        }
      } else {
        Optional<ChildJvm.End> end = running.end(leftNs > 0 ? 0 : MAX_DYING_MS);
        if (end.isPresent()) {
          boolean isNormal = isEnd && request.step == Step.ENDED && end.get().status() == 0;
          return isNormal ? null : request.lost(end.get());
        }
        if (leftNs <= 0) {
          return request.hung(limitSeconds);
        }
      }
      // The end of a shared child is nobody's share.
      if (!(isEnd && isShared) && budget.isOver(running, nanoTime())) {
        return Rejection.of(Code.BUDGET_SHARE, budget.seconds());
      }
    }
  }

  /**
   * Rejects a request that no child may serve, or not after others, each of which has cost a limit
   * and a child, or when the budget is spent.
   */
  private void reject(Request request) {
    ProviderHandle provider = request.provider;
    boolean isListing = request.isListing();
    Rejection earlier = isListing ? provider.earlierFailure() : null;
    int hung = 0;
    for (Request other : requests) {
      hung += other.hasHung() && (isListing || other.provider == provider) ? 1 : 0;
    }
    if (earlier != null) {
      request.end(Result.FAILED, Rejection.of(Code.FAILED_EARLIER, earlier));
    } else if (!isListing && !provider.isFound() && !canBeCreatedAnew(provider.loaded())) {
      request.end(Result.NOT_PROBED, Rejection.of(Code.NOT_PUBLIC, provider.type()));
    } else if (hung >= MAX_HANGS && isListing) {
      request.end(Result.NOT_PROBED, Rejection.of(Code.PROVIDERS_HANG, "" + MAX_HANGS));
    } else if (hung >= MAX_HANGS) {
      request.end(Result.FAILED, Rejection.of(Code.OTHERS_HANG, "" + MAX_HANGS, provider.type()));
    } else if (budget.isSpent(child, nanoTime())) {
      request.end(Result.OVER_BUDGET, Rejection.of(Code.BUDGET, budget.seconds()));
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
}
