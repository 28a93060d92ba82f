// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.Dictionary;
import java.util.Hashtable;
import org.cyclecounter.selector.choice.Settings;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.service.cm.ConfigurationException;
import org.osgi.service.cm.ManagedService;

/** Gets the configuration, where there is a Configuration Admin. The one class that knows it. */
final class ConfigurationTarget implements OptionalPart, ManagedService {

  private final LiveSelection selection;

  ConfigurationTarget(LiveSelection selection) {
    this.selection = selection;
  }

  @Override
  public void register(BundleContext context) {
    selection.isConfigurable();
    @SuppressWarnings("JdkObsolete") // the only Dictionary
    Dictionary<String, Object> properties = new Hashtable<>();
    properties.put(Constants.SERVICE_PID, ConfigurationReader.PID);
    context.registerService(ManagedService.class, this, properties);
  }

  @Override
  public void updated(@Nullable Dictionary<String, ?> properties) throws ConfigurationException {
    try {
      selection.configure(
          properties == null ? Settings.DEFAULTS : ConfigurationReader.read(properties));
    } catch (ConfigurationReader.BadProperty e) {
      throw new ConfigurationException(e.property(), e.getMessage());
    }
  }
}
