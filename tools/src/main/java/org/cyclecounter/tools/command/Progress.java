// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import java.io.PrintStream;
import java.util.function.LongSupplier;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.selector.support.ProviderText;

/**
 * A line on a terminal that says what is being measured, drawn over again and taken away at the
 * end. It is drawn between measurements alone, so that it is in none.
 *
 * <p>On the error stream, so that a table or JSON may be redirected while it is seen. CR goes back
 * to the line's beginning, and blanks cover what is left of a longer line: that works on every
 * terminal, without sequences.
 *
 * <p>Threads: the command's; while that waits, those that read from child JVMs, and one that
 * {@linkplain #tick ticks}; and at a signal the interruption's.
 */
public final class Progress {

  /** Characters of the bar. */
  private static final int WIDTH = 20;

  /** Characters of a name, of which the end says more than the packages at its beginning. */
  private static final int MAX_NAME = 36;

  private static final long TICK_MS = 1_000;

  private final PrintStream terminal;
  private final boolean shown;
  private final boolean isOnTerminal;
  private final int total;
  final LongSupplier clockNs;
  final long startNs;
  private int done;

  /** The operation that runs; empty between operations. */
  private String name = "";

  private String phase = "";
  private int percent;

  /** Beginning of the operation, by System.nanoTime. */
  private long operationNs;

  /** Beginning of its phase. */
  private long phaseNs;

  /** Time of an operation that has ended, on average; 0 before the first has. */
  private double averageNs;

  /** Characters that are on the line now; 0 while there is none. */
  private int drawn;

  private boolean isOver;

  /**
   * Makes one.
   *
   * @param shown false for one that draws nothing
   * @param total the operations
   */
  public Progress(PrintStream terminal, boolean shown, int total) {
    this(terminal, shown, Terminal.is(Terminal.ERROR_STREAM), total, System::nanoTime);
  }

  /** Takes a clock, for tests. */
  Progress(
      PrintStream terminal, boolean shown, boolean isOnTerminal, int total, LongSupplier clockNs) {
    this.terminal = terminal;
    this.shown = shown;
    this.isOnTerminal = isOnTerminal;
    this.total = total;
    this.clockNs = clockNs;
    startNs = clockNs.getAsLong();
  }

  /** Ticks once a second from now on, so that the line moves while a child JVM reports nothing. */
  public void ticking() {
    everySecond(this::tick);
  }

  /** Does something once a second from now on, on a daemon thread, if anything is drawn. */
  void everySecond(Runnable tick) {
    if (shown) {
      Thread thread = new Thread(() -> tickForEver(tick), "progress");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void tickForEver(Runnable tick) {
    try {
      while (true) {
        Thread.sleep(TICK_MS);
        tick.run();
      }
    } catch (InterruptedException e) {
      // Nobody interrupts it: the process ends.
    }
  }

  /** Draws the phase again, with its seconds. */
  synchronized void tick() {
    if (drawn > 0 && !phase.isEmpty()) {
      at(phase, percent);
    }
  }

  /** The next operation begins. */
  public synchronized void begin(String operation) {
    name = operation;
    phase = "";
    operationNs = clockNs.getAsLong();
    averageNs = done == 0 ? 0 : (double) (operationNs - startNs) / done;
    draw("", averageNs);
  }

  /** The operation is in a phase, of which a part has passed; ignored between operations. */
  public synchronized void at(String newPhase, int percentNow) {
    if (name.isEmpty()) {
      return;
    }
    long nowNs = clockNs.getAsLong();
    if (!phase.equals(newPhase)) {
      phase = newPhase;
      phaseNs = nowNs;
    }
    percent = percentNow;
    long passedNs = nowNs - phaseNs;
    double leftNs = percent == 0 ? averageNs : passedNs * (100.0 - percent) / percent;
    draw(Formatted.of(": %s %d %%, %d s", phase, percent, passedNs / 1_000_000_000), leftNs);
  }

  /**
   * Draws the line.
   *
   * <p>The time that is left is a guess: as if the phase went on as it has begun, and all
   * operations that follow took as long as those before.
   */
  private void draw(String state, double leftNs) {
    int length = name.length();
    String end = length <= MAX_NAME ? name : "..." + name.substring(length - MAX_NAME + 3);
    int filled = WIDTH * done / Math.max(1, total);
    double seconds = (leftNs + averageNs * (total - done - 1)) / 1e9;
    draw(
        Formatted.of(
            "[%s%s] %d/%d%s: %s%s",
            "#".repeat(filled),
            "-".repeat(WIDTH - filled),
            done + 1,
            total,
            seconds == 0 ? "" : Formatted.of(", about %.0f s left", Math.ceil(seconds)),
            end,
            state));
  }

  /** The operation has ended. */
  public synchronized void end() {
    done++;
    name = "";
    clear();
  }

  /** Takes the line away until it is drawn again. */
  public synchronized void clear() {
    draw("");
  }

  /** Prints a line of its own, whether progress is shown or not. */
  public synchronized void print(String line) {
    if (!isOver) {
      clear();
      terminal.println(ProviderText.clean(line));
    }
  }

  /** Prints a sentence, in lines of the terminal if the error stream is one. */
  public synchronized void say(String sentence) {
    CommandStreams.said(sentence, isOnTerminal).forEach(this::print);
  }

  /** Prints a sentence after which nothing follows. */
  synchronized void sayLast(String sentence) {
    say(sentence);
    isOver = true;
  }

  /**
   * Prints which operation was interrupted, as the last line: child JVMs, which the same signal
   * ends, may go on to report, and fail.
   */
  public synchronized void interrupt() {
    double seconds = (clockNs.getAsLong() - operationNs) / 1e9;
    sayLast(
        Formatted.of(
            "Interrupted: %s; %d of %d had ended before.",
            name.isEmpty()
                ? "no operation was running"
                : Formatted.of("%s had run for %.1f s", name, seconds),
            done,
            total));
  }

  /** Says that something else than the next operation begins. */
  public synchronized void draw(String text) {
    String line = ProviderText.clean(text);
    if (!shown || isOver || line.isEmpty() && drawn == 0) {
      return;
    }
    String padding = " ".repeat(Math.max(0, drawn - line.length()));
    terminal.print('\r' + line + padding + (line.isEmpty() ? "\r" : ""));
    terminal.flush();
    drawn = line.length();
  }
}
