// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.machine;

import org.cyclecounter.selector.support.ProviderText;

/**
 * A fact about the machine, for people.
 *
 * @param key its name in JSON, such as {@code perfEventParanoid}
 * @param label its name in a table, such as {@code kernel.perf_event_paranoid}
 * @param value its value, or "unknown, because ..."; text of files, cleaned and shortened
 * @param isKnown false where the value is such a reason
 */
public record Fact(String key, String label, String value, boolean isKnown) {

  static Fact of(MachineFact fact, Known<String> value) {
    return new Fact(fact.key(), fact.label(), ProviderText.shorten(value.text()), value.isKnown());
  }
}
