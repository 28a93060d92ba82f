package org.cyclecounter.selector.choice;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.scoring.Trial;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;

/**
 * The counter of {@link org.cyclecounter.selector.CpuCycles}. On Java 22 and newer it is read
 * through JNI at first, and by the foreign-function interface once it has been read often enough to
 * pay for its linking, which costs a starting JVM about 0.1 s and is done on a thread of its own.
 * All state is static, because there is one such counter: the compiler sees a flag and a constant,
 * wherever the object is kept. On older Javas it is read through JNI for good, see {@link
 * Unlinked}.
 */
final class LinkedLater implements CycleCounter {

  /** A program that reads this often will read more; one that does not has no need of it. */
  private static final int READS = 1000;

  /** Not volatile: a thread that sees it late reads through JNI meanwhile, the same counter. */
  private static boolean linked;

  /** Counted without a lock: no count is passed over, at worst one is seen twice. */
  private static int reads;

  private static boolean begun;
  private static Trial trial;
  private static long originTicks;
  private static CycleCounter first;

  /** Initialised by the thread that links; a constant for the compiler from then on. */
  private static final class Linked {
    static final CycleCounter COUNTER = link();

    private static CycleCounter link() {
      TickSource source = ((NativeTicks) Place.source(trial)).linked();
      return Place.counter(trial, source, originTicks, first.cyclesPerSecond());
    }
  }

  private LinkedLater() {}

  /** Where there is no other way to link it: a constant from the first reading on. */
  private static final class Unlinked implements CycleCounter {
    private static final CycleCounter COUNTER = first;

    @Override
    public long cycles() {
      return COUNTER.cycles();
    }

    @Override
    public long start() {
      return COUNTER.start();
    }

    @Override
    public long stop() {
      return COUNTER.stop();
    }

    @Override
    public long cyclesPerSecond() {
      return COUNTER.cyclesPerSecond();
    }

    @Override
    public String implementation() {
      return COUNTER.implementation();
    }

    @Override
    public Scope scope() {
      return COUNTER.scope();
    }
  }

  /**
   * The only one; called once.
   *
   * @param chosen a counter of 64 bits, read by a C function
   */
  static CycleCounter of(Trial chosen, long hz) {
    TickSource source = Place.source(chosen);
    trial = chosen;
    originTicks = source.ticks();
    first = Place.counter(chosen, source, originTicks, hz);
    return NativeTicks.canBeLinked() ? new LinkedLater() : new Unlinked();
  }

  @Override
  public long cycles() {
    return linked ? Linked.COUNTER.cycles() : counted().cycles();
  }

  @Override
  public long start() {
    return linked ? Linked.COUNTER.start() : counted().start();
  }

  @Override
  public long stop() {
    return linked ? Linked.COUNTER.stop() : counted().stop();
  }

  private static CycleCounter counted() {
    if (++reads == READS) {
      begin();
    }
    return first;
  }

  private static synchronized void begin() {
    if (begun) {
      return;
    }
    begun = true;
    Thread thread =
        new Thread(
            new Runnable() {
              @Override
              public void run() {
                linked = Linked.COUNTER != null;
              }
            },
            "cyclecounter-linking");
    thread.setDaemon(true);
    try {
      thread.start();
    } catch (OutOfMemoryError e) {
      return; // no thread to be had: JNI will do
    }
  }

  @Override
  public long cyclesPerSecond() {
    return first.cyclesPerSecond();
  }

  @Override
  public String implementation() {
    return first.implementation();
  }

  @Override
  public Scope scope() {
    return first.scope();
  }
}
