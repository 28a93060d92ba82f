// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.Dictionary;
import org.jspecify.annotations.Nullable;
import org.osgi.service.cm.ConfigurationEvent;
import org.osgi.service.cm.ConfigurationException;
import org.osgi.service.cm.ManagedService;
import org.osgi.service.cm.SynchronousConfigurationListener;

/**
 * Receives the configuration, on a thread of Configuration Admin's: at first, null if there is
 * none, and after each change. Is told of a change earlier, on the thread that makes it. But for
 * {@link ConfigurationReader} no other class is linked to Configuration Admin's package, so that
 * the bundle works where that is missing.
 */
final class ConfigurationTarget implements ManagedService, SynchronousConfigurationListener {

  private final LiveSelection selection;

  /** True if there is a configuration: the deletion of none is an event, and not delivered. */
  private volatile boolean exists;

  ConfigurationTarget(LiveSelection selection) {
    this.selection = selection;
  }

  @Override
  public void configurationEvent(ConfigurationEvent event) {
    boolean isUpdate = event.getType() == ConfigurationEvent.CM_UPDATED;
    if (ConfigurationReader.PID.equals(event.getPid())
        && (isUpdate || exists && event.getType() == ConfigurationEvent.CM_DELETED)) {
      exists = isUpdate;
      selection.announce();
    }
  }

  @Override
  public void updated(@Nullable Dictionary<String, ?> properties) throws ConfigurationException {
    exists |= properties != null;
    try {
      selection.configure(ConfigurationReader.read(properties));
    } finally {
      selection.delivered();
    }
  }
}
