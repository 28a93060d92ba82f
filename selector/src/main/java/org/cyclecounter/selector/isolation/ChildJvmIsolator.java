// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.selector.child.ChildJvm;
import org.cyclecounter.selector.child.Frame;
import org.cyclecounter.selector.child.JavaCommand;
import org.cyclecounter.selector.child.ParentLink;
import org.cyclecounter.selector.child.StartException;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Found;
import org.cyclecounter.selector.discovery.FoundProvider;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Step;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;

/**
 * Lists third parties' providers and rehearses counters in a separate Java process, one after the
 * other in one for all. If no process can be started, that is the reason why they are not probed.
 *
 * <p>A counter has passed only when its child has ended normally. If the child does not, each
 * suspect is rehearsed again in a child of its own; suspects are the counter that was running and
 * all that had passed before it. So a fault costs one counter, whenever it shows. For one thread.
 */
public class ChildJvmIsolator implements AutoCloseable {

  /** The interval at which a child's processor time is read, which Linux counts in 10 ms. */
  private static final long SAMPLE_MS = 20;

  /** The time in which a child that has used up its limit may still end: it may be dying. */
  private static final long MAX_DYING_MS = 200;

  /** The limit of each step of a counter, not of the child. */
  private final long limitNs;

  private final Budget budget;

  /** The child that waits for a task; null for none. */
  private @Nullable ChildJvm child;

  /** The child's last task; null before the first. */
  private @Nullable Request previous;

  /** True if the child has run more than one counter, or has listed another provider. */
  private boolean isShared;

  /** The tasks that pass if the child ends normally, in the order in which it ran them. */
  private final List<Request> suspects = new ArrayList<>();

  /** All tasks of this call. */
  private List<Request> requests = List.of();

  /** The number of tasks that have not run, or are to run again. */
  private int tasksLeft;

  /**
   * Limits each step to {@link TimeLimit#seconds}.
   *
   * @param isFirstReading true to give all calls together the budget of a first reading
   */
  public ChildJvmIsolator(boolean isFirstReading) {
    this(TimeLimit.seconds(), Budget.of(isFirstReading));
  }

  ChildJvmIsolator(int limitSeconds, Budget budget) {
    limitNs = limitSeconds * 1_000_000_000L;
    this.budget = budget;
  }

  /**
   * Asks providers for their counters, all in one child unless one of them ends it, and tells them
   * the answers. If they list a counter, the child waits for {@link #probe} or {@link #close}. Its
   * lists are not confirmed: a rehearsal creates the provider and asks it again.
   */
  public void list(List<FoundProvider> providers) {
    List<Request> all = new ArrayList<>();
    for (FoundProvider provider : providers) {
      all.add(new Request(provider.handle(), "", 0));
    }
    serve(all);
    for (int i = 0; i < all.size(); i++) {
      all.get(i).tell(providers.get(i));
    }
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

  /** Rehearses one counter that a provider lists here; for the kit, which sees no discovery. */
  public static IsolationResult rehearse(CycleCounterProvider provider, String counter) {
    List<Candidate> candidates = new ArrayList<>(Found.of(List.of(provider)).candidates());
    candidates.removeIf(candidate -> !candidate.name().equals(counter));
    return new ChildJvmIsolator(false).probe(candidates, new long[1]).get(0);
  }

  /** Serves requests, which all list or all probe; if no child can be started, rejects them. */
  void serve(List<Request> all) {
    Rejection problem = ParentLink.isConnected() ? Rejection.of(Code.IN_A_CHILD) : null;
    try {
      if (problem == null) {
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

  /** Ends a child that waits, without confirming the tasks that have passed in it. */
  @Override
  public void close() {
    List<Request> unusedNotConfirmed = end();
  }

  /** Ends the child; reopens and returns its suspects. */
  private List<Request> end() {
    List<Request> again = List.copyOf(suspects);
    suspects.clear();
    for (Request suspect : again) {
      suspect.reopen();
    }
    ChildJvm running = child;
    child = null;
    if (running != null) {
      budget.end(running);
      running.close();
    }
    return again;
  }

  /** Runs tasks, and leaves a child running if counters are listed. */
  private void run(List<Request> all) throws StartException, InterruptedException {
    requests = all;
    tasksLeft = all.size();
    suspects.clear(); // listed before: their counters' rehearsals confirm them
    boolean areCountersListed = false; // they may be probed next
    for (Request request : all) {
      run(request);
      areCountersListed |= request.result == Result.PASSED && !request.counters.isEmpty();
    }
    if (!areCountersListed) {
      confirm();
    }
  }

  /** Runs a task in the child that waits, or in a new one. */
  private void run(Request request) throws StartException, InterruptedException {
    int tasks = tasksLeft--;
    ChildJvm running = child;
    request.rejectUnservable(requests, budget.isUsedUp(running, nanoTime()) ? budget : null);
    if (request.result != null) {
      return;
    }
    if (running == null) {
      running = start(requests);
      child = running;
      previous = null;
      isShared = false;
      budget.begin(running, nanoTime());
    }
    long startNs = nanoTime();
    Request before = previous;
    isShared |= before != null && !(before.isListing() && before.provider == request.provider);
    previous = request;
    String printed = running.lastOutput();
    int loader = running.number(request.provider.loader());
    running.send(request.task(loader, limitNs / 1_000_000).frame());
    // Listing counts twice: its counters are probed next.
    budget.share(running, nanoTime(), request.isListing() ? 2 * tasks : tasks, limitNs);
    Rejection fault = follow(running, request, false);
    request.prints = fault == null && !running.lastOutput().equals(printed); // a crash prints, too
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

  /** Lets the child end, which confirms the tasks that have passed in it. */
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
    tasksLeft += again.size();
    for (Request suspect : again) {
      run(suspect);
      confirm();
    }
  }

  /**
   * Waits for a request's verdict, or for the child's exit after END. Each step has the same limit.
   *
   * @return the fault that ended the child; null for none
   */
  private @Nullable Rejection follow(ChildJvm running, Request request, boolean isEnd)
      throws InterruptedException {
    long endNs = nanoTime() + limitNs;
    while (true) {
      long leftNs = endNs - nanoTime();
      Optional<Frame> frame = running.next(SAMPLE_MS);
      Optional<ChildJvm.End> end = Optional.empty();
      if (frame.isEmpty()) {
        end = running.end(leftNs > 0 ? 0 : MAX_DYING_MS);
        frame = end.isPresent() ? running.next(0) : frame; // its last may have come in between
      }
      if (frame.isPresent()) {
        endNs = request.apply(frame.get()) ? nanoTime() + limitNs : endNs;
        if (!isEnd && request.result != null) {
          return null;
        }
      } else if (end.isPresent()) {
        boolean isNormal = isEnd && request.step == Step.ENDED && end.get().status() == 0;
        return isNormal ? null : request.endReason(end.get());
      } else if (leftNs <= 0) {
        return request.hangReason(limitNs / 1_000_000_000);
      }
      // A shared child's exit is charged to no task.
      if (!(isEnd && isShared) && budget.isShareUsedUp(running, nanoTime())) {
        return Rejection.of(Code.BUDGET_SHARE, budget.seconds());
      }
    }
  }
}
