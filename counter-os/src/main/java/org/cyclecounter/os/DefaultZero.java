package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/**
 * {@code default-zero}: listed, as libcpucycles lists it, and never opened: when nothing else works
 * the selector itself supplies the zero.
 */
final class DefaultZero implements CounterSource {

  @Override
  public String name() {
    return "default-zero";
  }

  @Override
  public CounterKind kind() {
    return CounterKind.FIXED_RESOLUTION;
  }

  @Override
  public Scope scope() {
    return Scope.SYSTEM;
  }

  @Override
  public Scaling scaling() {
    return Scaling.none();
  }

  @Override
  public boolean mayCrash() {
    return false;
  }

  @Override
  public TickSource open() throws CounterUnavailableException {
    throw new CounterUnavailableException("always 0: the last resort when nothing else works");
  }
}
