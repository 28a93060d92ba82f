package org.cyclecounter.selector.counting;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.spi.CounterLostException;
import org.jspecify.annotations.Nullable;

/**
 * The counters that follow one that may be taken away, and where the reader is among them.
 *
 * <p>A thread that has just lost its counter can do little: where the kernel has switched RDTSC
 * off, reading a clock, and with it loading a class or starting a thread, ends the process. So
 * everything a loss needs is made beforehand, and telling others of it is left to a thread that
 * waits already.
 */
public final class Successors {

  /**
   * How far a successor's readings lie above its predecessor's, so that a thread's readings never
   * decrease and a difference across a loss is too large to be taken for a measurement. More than
   * seven years of cycles at 5 GHz.
   */
  private static final long STEP = 1L << 60;

  private static final System.Logger LOG = System.getLogger("org.cyclecounter.selector");

  private final List<CycleCounter> counters = new ArrayList<>();
  private final List<CounterLostException> losses = new ArrayList<>();
  private final News news = new News();

  /**
   * Not volatile: it is read with every reading of the counter, and a thread that sees it late
   * reads the lost counter once more, and comes here.
   */
  private @Nullable CycleCounter current;

  /**
   * Takes them.
   *
   * @param first the counter that may be taken away
   * @param next the counters after it, at least one; the last cannot be taken away
   */
  public Successors(CycleCounter first, List<CycleCounter> next) {
    long origin = first.cycles();
    for (int i = 0; i < next.size(); i++) {
      CycleCounter counter = next.get(i);
      counters.add(new Shifted(counter, origin + (i + 1) * STEP - counter.cycles()));
      news.expect(this);
    }
  }

  /** A counter whose readings begin at another number. */
  private record Shifted(CycleCounter counter, long offset) implements CycleCounter {
    @Override
    public long cycles() {
      return counter.cycles() + offset;
    }

    @Override
    public long start() {
      return counter.start() + offset;
    }

    @Override
    public long stop() {
      return counter.stop() + offset;
    }

    @Override
    public long cyclesPerSecond() {
      return counter.cyclesPerSecond();
    }

    @Override
    public String implementation() {
      return counter.implementation();
    }

    @Override
    public Scope scope() {
      return counter.scope();
    }
  }

  /**
   * The counter to be read.
   *
   * @return null while the first one is
   */
  @Nullable CycleCounter current() {
    return current;
  }

  /**
   * Goes on to the next counter, unless another thread has.
   *
   * @param lost the counter whose read has thrown; null for the first one
   * @param loss what it has thrown
   * @return the counter to be read now
   */
  synchronized CycleCounter lose(@Nullable CycleCounter lost, CounterLostException loss) {
    CycleCounter now = current;
    if (now != lost && now != null) {
      return now;
    }
    CycleCounter next = counters.get(losses.size());
    losses.add(loss);
    current = next;
    news.tell(this);
    return next;
  }

  long cycles(CycleCounter now) {
    try {
      return now.cycles();
    } catch (CounterLostException e) {
      return cycles(lose(now, e));
    }
  }

  long start(CycleCounter now) {
    try {
      return now.start();
    } catch (CounterLostException e) {
      return start(lose(now, e));
    }
  }

  long stop(CycleCounter now) {
    try {
      return now.stop();
    } catch (CounterLostException e) {
      return stop(lose(now, e));
    }
  }

  /**
   * Has each loss told on a daemon thread of its own, which ends with the last loss possible, and
   * when nobody holds the counter any more.
   *
   * @param listener run after each loss
   * @return ends the telling
   */
  public Runnable onLoss(Consumer<Successors> listener) {
    int most = counters.size();
    News of = news;
    Thread thread =
        new Thread(null, () -> of.listen(most, listener), "cyclecounter-loss", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null); // not to keep the reader's, whose program may be unloaded
    try {
      thread.start();
      return thread::interrupt;
    } catch (OutOfMemoryError e) {
      LOG.log(System.Logger.Level.WARNING, "no thread to tell of losses in", e);
      return () -> {};
    }
  }

  /**
   * How one thread tells another of a loss, or of the end of all interest in it: both come as
   * references in a queue. A thread that waits for references needs no clock to be woken.
   */
  private static final class News {
    private final ReferenceQueue<Successors> queue = new ReferenceQueue<>();
    private final List<WeakReference<Successors>> expected = new ArrayList<>();
    private int told;
    private @Nullable Successors teller;

    void expect(Successors successors) {
      expected.add(new WeakReference<>(successors, queue));
    }

    void tell(Successors successors) {
      synchronized (this) {
        teller = successors;
      }
      expected.get(told++).enqueue();
    }

    void listen(int most, Consumer<Successors> listener) {
      try {
        for (int i = 0; i < most; i++) {
          queue.remove();
          if (!passOn(listener)) {
            return;
          }
        }
      } catch (InterruptedException e) {
        return; // somebody wants this thread to end
      }
    }

    /** False if nobody has told anything. A method, so that nothing here keeps the teller. */
    private boolean passOn(Consumer<Successors> listener) {
      Successors successors;
      synchronized (this) {
        successors = teller;
        teller = null;
      }
      if (successors == null) {
        return false;
      }
      try {
        listener.accept(successors);
      } catch (RuntimeException e) {
        LOG.log(System.Logger.Level.WARNING, "a listener of losses failed", e);
      }
      return true;
    }
  }

  /**
   * A report as it is now.
   *
   * @param made when the choice was made
   * @return the same with the lost counters rejected and the one in use selected
   */
  public SelectionReport report(SelectionReport made) {
    CycleCounter now;
    List<CounterLostException> why;
    synchronized (this) {
      now = current;
      why = List.copyOf(losses);
    }
    if (now == null) {
      return made;
    }
    List<String> lost = new ArrayList<>(List.of(made.implementation()));
    counters.subList(0, why.size() - 1).forEach(counter -> lost.add(counter.implementation()));
    List<CounterReport> reports = new ArrayList<>();
    boolean listed = false;
    for (CounterReport counter : made.counters()) {
      int place = lost.indexOf(counter.name());
      if (place >= 0) {
        String reason = "lost while it was in use: " + why.get(place).getMessage();
        reports.add(with(counter, Verdict.REJECTED, 0, reason));
      } else if (counter.name().equals(now.implementation())) {
        String reason = counter.reason() + "; in use since another was lost";
        reports.add(with(counter, Verdict.SELECTED, counter.precision(), reason));
        listed = true;
      } else {
        reports.add(counter);
      }
    }
    if (!listed) {
      reports.add(lastResort(now));
    }
    return new SelectionReport(
        made.version(),
        now.implementation(),
        made.cyclesPerSecond(),
        made.frequencySource(),
        reports,
        made.cost());
  }

  private static CounterReport lastResort(CycleCounter zero) {
    return new CounterReport(
        zero.implementation(),
        CounterKind.FIXED_RESOLUTION,
        zero.scope(),
        Verdict.SELECTED,
        0,
        0,
        false,
        "always the same number: no other counter is left",
        Duration.ZERO);
  }

  private static CounterReport with(
      CounterReport counter, Verdict verdict, long precision, String reason) {
    return new CounterReport(
        counter.name(),
        counter.kind(),
        counter.scope(),
        verdict,
        precision,
        counter.scaling(),
        counter.only32(),
        reason,
        counter.cost());
  }
}
