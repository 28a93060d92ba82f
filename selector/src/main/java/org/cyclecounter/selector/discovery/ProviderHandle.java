package org.cyclecounter.selector.discovery;

import org.cyclecounter.spi.CycleCounterProvider;

/** A provider that has been found and can be made. */
public interface ProviderHandle {

  /**
   * Its class's name, known before it is made.
   *
   * @return the name
   */
  String type();

  /**
   * Its class and where that is, for people.
   *
   * @return the class's name, in a container with the name of its bundle
   */
  default String describe() {
    return type();
  }

  /**
   * Makes it, or gives the one there is: third-party code, to be run within limits.
   *
   * @return the provider
   * @throws Exception whatever that code throws
   */
  CycleCounterProvider make() throws Exception;
}
