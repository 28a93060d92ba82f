package org.cyclecounter.selector.isolation;

/** In the child JVM: one of the parent's class loaders threw instead of giving a resource. */
public final class LoaderException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * Makes one.
   *
   * @param message the whole reason, for people
   */
  public LoaderException(String message) {
    super(message);
  }
}
