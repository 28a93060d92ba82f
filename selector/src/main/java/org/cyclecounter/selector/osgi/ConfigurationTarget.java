// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.Dictionary;
import org.jspecify.annotations.Nullable;
import org.osgi.service.cm.ConfigurationException;
import org.osgi.service.cm.ManagedService;

/**
 * Receives the configuration, on a thread of Configuration Admin's: at first, null if there is
 * none, and after each change. No other class is linked to Configuration Admin's package, so that
 * the bundle works where that is missing.
 */
record ConfigurationTarget(LiveSelection selection) implements ManagedService {

  @Override
  public void updated(@Nullable Dictionary<String, ?> properties) throws ConfigurationException {
    try {
      selection.configure(ConfigurationReader.read(properties));
    } catch (ConfigurationReader.BadProperty e) {
      throw new ConfigurationException(e.property(), e.getMessage());
    }
  }
}
