package org.cyclecounter.selector.limits;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.CounterUnavailableException;
import org.jspecify.annotations.Nullable;

/** Runs what a provider wrote: within a time limit, and whatever it throws is a sentence. */
public final class Limited {

  /**
   * The system property that holds the time limit for each step of trying a counter, in seconds: a
   * whole number from 1 to 3600. Anything else is taken for the default, 5.
   */
  public static final String SECONDS_PROPERTY = "org.cyclecounter.trial.seconds";

  private static final int DEFAULT_SECONDS = 5;
  private static final int MOST_SECONDS = 3600;
  private static final int LONGEST_REASON = 1000;

  private Limited() {}

  /**
   * The time limit for each step.
   *
   * @return seconds
   */
  public static int seconds() {
    int seconds = Integer.getInteger(SECONDS_PROPERTY, DEFAULT_SECONDS);
    return seconds >= 1 && seconds <= MOST_SECONDS ? seconds : DEFAULT_SECONDS;
  }

  /**
   * Runs a task on a thread of its own.
   *
   * @param <T> what it gives
   * @param task the task
   * @param otherwise makes an answer of the reason why there is none
   * @return the task's answer, or the other
   */
  public static <T> T run(Callable<T> task, Function<String, T> otherwise) {
    return run(seconds(), task, otherwise);
  }

  /**
   * Runs a task on a thread of its own, within another limit.
   *
   * @param <T> what it gives
   * @param seconds the limit
   * @param task the task
   * @param otherwise makes an answer of the reason why there is none
   * @return the task's answer, or the other
   */
  public static <T> T run(int seconds, Callable<T> task, Function<String, T> otherwise) {
    try {
      return Worker.run(task, seconds * 1000L);
    } catch (TimeoutException e) {
      return otherwise.apply("it did not return within " + seconds + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return otherwise.apply("the thread that selects was interrupted while it was tried");
    } catch (OutOfMemoryError e) {
      return otherwise.apply("there is no thread to try it in: " + e.getMessage());
    } catch (ExecutionException e) {
      return otherwise.apply(reason(e.getCause()));
    }
  }

  /**
   * Runs a task on this thread, without a limit.
   *
   * @param <T> what it gives
   * @param task the task, of this project's own
   * @param otherwise makes an answer of the reason why there is none
   * @return the task's answer, or the other
   */
  public static <T> T unlimited(Callable<T> task, Function<String, T> otherwise) {
    try {
      return task.call();
    } catch (Exception | Error e) {
      return otherwise.apply(reason(e));
    }
  }

  /**
   * Runs a task on a thread of its own, however long it takes: an interrupt of the calling thread
   * does not reach the task, and is not lost.
   *
   * @param <T> what it gives
   * @param task the task, which throws nothing checked
   * @return the task's answer
   */
  public static <T> T uninterrupted(Callable<T> task) {
    return uninterrupted(task, null);
  }

  /**
   * Runs a task as {@link #uninterrupted(Callable)} does, and another one meanwhile.
   *
   * @param <T> what it gives
   * @param task the task
   * @param meanwhile run on the calling thread, which would only wait; throws nothing
   * @return the task's answer
   */
  public static <T> T uninterrupted(Callable<T> task, @Nullable Runnable meanwhile) {
    Answer<T> answer = new Answer<>(task);
    boolean interrupted = false;
    try {
      Worker.start(answer);
    } catch (OutOfMemoryError e) {
      answer.run(); // no thread to be had
    }
    if (meanwhile != null && !answer.isThere()) {
      meanwhile.run();
    }
    try {
      while (true) {
        try {
          return answer.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          if (e.getCause() instanceof Error error) {
            throw error;
          }
          throw new IllegalStateException(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * A throwable as a sentence.
   *
   * @param e what a provider threw
   * @return the message of a {@link CounterUnavailableException}; {@code it threw ...} of others
   */
  public static String reason(@Nullable Throwable e) {
    String text;
    try {
      text =
          (e instanceof CounterUnavailableException || e instanceof CounterLostException)
                  && e.getMessage() != null
              ? e.getMessage()
              : "it threw " + e;
    } catch (RuntimeException | Error again) { // of a stranger's getMessage()
      text = "it threw " + (e == null ? e : e.getClass().getName());
    }
    String clean = Text.clean(text);
    return clean.length() <= LONGEST_REASON ? clean : clean.substring(0, LONGEST_REASON) + "...";
  }
}
