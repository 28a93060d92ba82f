package org.cyclecounter.spi;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Offers the counters of one family. Found by {@link java.util.ServiceLoader} or as an OSGi
 * service.
 *
 * <p>An implementation is a public class with a public constructor without parameters: a counter
 * that may crash is first tried in another process, which makes its own instance.
 */
@ConsumerType
public interface CycleCounterProvider {

  /**
   * The counters this family can try on the running platform, in order of preference among equals.
   * Loads nothing and touches nothing; may be called more than once and from any thread.
   *
   * @return the counters, empty where the family has nothing to offer; never null
   */
  List<CounterSource> counters();
}
