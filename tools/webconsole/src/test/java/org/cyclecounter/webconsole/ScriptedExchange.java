// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.webconsole;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** A request that a console has passed on, and what came back. */
final class ScriptedExchange {

  final Map<String, String> parameters = new HashMap<>();
  final Map<String, Object> attributes = new HashMap<>();
  Map<String, String> headers = Map.of();
  int status;
  String type = "";
  String body = "";

  private final String method;
  private final String path;

  private ScriptedExchange(String method, String path) {
    this.method = method;
    this.path = path;
    attributes.put(Plugin.ROOT, "/system/console/cyclecounter");
  }

  static ScriptedExchange of(Plugin plugin, String method, String path) throws IOException {
    return new ScriptedExchange(method, path).serve(plugin);
  }

  static ScriptedExchange post(Plugin plugin, String token) throws IOException {
    ScriptedExchange exchange = new ScriptedExchange("POST", "/cyclecounter");
    exchange.parameters.put("token", token);
    return exchange.serve(plugin);
  }

  /** One that no console has passed on. */
  static ScriptedExchange stray(Plugin plugin, String method, String path) throws IOException {
    ScriptedExchange exchange = new ScriptedExchange(method, path);
    exchange.attributes.clear();
    return exchange.serve(plugin);
  }

  private ScriptedExchange serve(Plugin plugin) throws IOException {
    Plugin.Answer answer =
        plugin.answer(
            method, path, attributes.get(Plugin.ROOT), () -> parameters.get(Plugin.TOKEN));
    headers = answer.headers();
    status = answer.status();
    type = answer.type();
    body = answer.body();
    return this;
  }
}
