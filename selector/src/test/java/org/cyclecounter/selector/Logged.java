// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.cyclecounter.selector.support.Log;

/** Collects what the selector logs, from its making to {@code close()}. */
public final class Logged extends Handler implements AutoCloseable {

  private final Logger logger = Logger.getLogger("org.cyclecounter.selector");
  private final List<LogRecord> records = new CopyOnWriteArrayList<>();

  /** Begins. */
  public Logged() {
    forgetWhatHasBeenSaid();
    logger.addHandler(this);
    logger.setUseParentHandlers(false);
    logger.setLevel(Level.ALL);
  }

  private static void forgetWhatHasBeenSaid() {
    try {
      Field said = Log.class.getDeclaredField("SAID");
      said.setAccessible(true);
      ((Set<?>) said.get(null)).clear();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /** The messages that people see by default. */
  public List<String> warnings() {
    return of(Level.WARNING).map(LogRecord::getMessage).toList();
  }

  /** The throwables that are logged at debug level. */
  public List<Throwable> thrownAtDebug() {
    return of(Level.FINE).map(LogRecord::getThrown).filter(Objects::nonNull).toList();
  }

  /** The messages at debug level. */
  public List<String> debug() {
    return of(Level.FINE).map(LogRecord::getMessage).toList();
  }

  private Stream<LogRecord> of(Level level) {
    return records.stream().filter(entry -> entry.getLevel() == level);
  }

  @Override
  public void publish(LogRecord entry) {
    records.add(entry);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
    logger.setLevel(null);
  }
}
