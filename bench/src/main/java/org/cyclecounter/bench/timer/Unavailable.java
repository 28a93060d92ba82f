package org.cyclecounter.bench.timer;

/** A subtimer that does not initialise here; the message is the reason. */
final class Unavailable extends Exception {

  private static final long serialVersionUID = 1;

  Unavailable(String reason) {
    super(reason);
  }
}
