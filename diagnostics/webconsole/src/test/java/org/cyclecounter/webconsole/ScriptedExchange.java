// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.webconsole;

import java.io.IOException;
import java.util.function.Supplier;

/** Requests that a console has passed on. */
final class ScriptedExchange {

  private static final String ROOT = "/system/console/cyclecounter";

  private ScriptedExchange() {}

  static Plugin.Answer of(Plugin plugin, String method, String path) throws IOException {
    return plugin.answer(method, path, ROOT, 0, () -> null);
  }

  static Plugin.Answer post(Plugin plugin, String token) throws IOException {
    return post(plugin, -1, () -> token);
  }

  static Plugin.Answer post(Plugin plugin, long length, Supplier<String> token) throws IOException {
    return plugin.answer("POST", "/cyclecounter", ROOT, length, token);
  }
}
