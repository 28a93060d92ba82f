// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A machine that says what a test writes; nothing unless it is told to. */
final class ScriptedMachine extends Machine {
  final Map<String, String> files = new HashMap<>();
  final Map<String, String> environment = new HashMap<>();
  final Map<String, Long> sysctls = new HashMap<>();
  final Map<String, String> outputs = new HashMap<>();
  final Map<String, String> unread = new HashMap<>();
  String os = "linux";

  ScriptedMachine file(String path, String text) {
    files.put(path, text);
    return this;
  }

  @Override
  public Optional<String> file(String path) {
    return Optional.ofNullable(files.get(path));
  }

  @Override
  public String unreadReason(String path) {
    return unread.getOrDefault(path, "");
  }

  @Override
  public Optional<String> environment(String variable) {
    return Optional.ofNullable(environment.get(variable));
  }

  @Override
  public String os() {
    return os;
  }

  @Override
  public long sysctl(String name) {
    return sysctls.getOrDefault(name, 0L);
  }

  @Override
  public String output(String... command) {
    return outputs.getOrDefault(command[0], "");
  }

  /** Estimates its frequency. */
  void expect(long hz, String source) {
    assertThat(new FrequencyEstimator(this).estimate()).isEqualTo(new Frequency(hz, source));
  }
}
