// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Provides the counters of one family. Found by {@link java.util.ServiceLoader} or as an OSGi
 * service.
 *
 * <p>An implementation is a public class with a public no-argument constructor: a counter that may
 * crash is first probed in another process, which creates its own instance.
 *
 * @since 0.1.0
 */
@ConsumerType
public interface CycleCounterProvider {

  /**
   * Returns the counters that may work on the running platform, in order of preference among
   * equals. Must not load a library or touch the machine; may be called more than once and from any
   * thread.
   *
   * @return the counters, possibly empty, never null
   */
  List<CounterSource> counters();
}
