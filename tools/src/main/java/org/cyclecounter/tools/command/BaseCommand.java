// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.cyclecounter.selector.CpuCycles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Gives all commands their status: 1 for a {@link CommandFailure}, 2 for bad input.
 *
 * <p>picocli sets the fields by reflection before it calls {@link #call()}, which is why they are
 * not final. A command runs once, on one thread.
 */
@Command(mixinStandardHelpOptions = true, versionProvider = BaseCommand.Version.class)
public abstract class BaseCommand implements Callable<Integer> {

  @Spec protected CommandSpec spec;

  private @Nullable Activity activity;

  private volatile Runnable interruption = () -> {};

  /** Runs the command and returns its status. */
  protected abstract int run() throws InterruptedException;

  @Override
  public final Integer call() throws InterruptedException {
    Progress line = progress(1);
    Activity started = new Activity(line);
    activity = started;
    line.everySecond(started::tick);
    interruption = started::interrupt;
    Interruption hook = new Interruption(spec.name() + " interrupted", () -> interruption.run());
    try (hook) {
      return run();
    } catch (BadUsage e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
    } catch (CommandFailure e) {
      started.end();
      CommandStreams.say(spec.commandLine().getErr(), String.valueOf(e.getMessage()));
      return 1;
    }
  }

  /** Returns true if what takes long is to be shown on the error stream. */
  protected boolean isProgressShown() {
    return false;
  }

  /** Makes the line for progress with so many operations; may draw nothing. */
  protected final Progress progress(int total) {
    return new Progress(System.err, isProgressShown(), total);
  }

  /** Sets what is done at an interruption, such as Ctrl-C, instead of saying what was going on. */
  protected final void onInterruption(Runnable action) {
    interruption = action;
  }

  /** Prints what is going on, at an interruption: one sentence, as the last line. */
  protected final void sayInterrupted() {
    Objects.requireNonNull(activity).interrupt();
  }

  /** Does something that may take seconds; its name is a noun or a participle. */
  protected final <T> T during(String what, Supplier<T> work) {
    return during(what, true, progress -> work.get());
  }

  /** Does something that nothing may disturb; it reports the part that has passed when it can. */
  protected final <T> T undisturbed(String what, Function<DoubleConsumer, T> work) {
    return during(what, false, work);
  }

  private <T> T during(String what, boolean isTicked, Function<DoubleConsumer, T> work) {
    Activity now = Objects.requireNonNull(activity);
    if (now.isBusy()) { // a part of something that has its name already
      return work.apply(part -> {});
    }
    now.begin(what, isTicked);
    try {
      return work.apply(now::at);
    } finally {
      now.end();
    }
  }

  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Prints lines and flushes: a later warning on the error stream comes after them. */
  protected final void print(List<String> lines) {
    CommandStreams.print(out(), lines);
  }

  /** Refuses an option's value outside its range; NaN, which picocli parses, is in none. */
  protected final void checkRange(String option, Number value, Number least, Number most) {
    double number = value.doubleValue();
    if (!(number >= least.doubleValue() && number <= most.doubleValue())) {
      throw new BadUsage("%s must be from %s to %s, not %s.", option, least, most, value);
    }
  }

  /** The version of this software, and of the libcpucycles that it follows. */
  public static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
      return new String[] {
        "cyclecounter " + CpuCycles.version(),
        "libcpucycles " + org.cyclecounter.selector.report.Version.LIBCPUCYCLES
      };
    }
  }
}
