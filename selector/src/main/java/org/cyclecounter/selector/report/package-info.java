// SPDX-License-Identifier: Apache-2.0
/**
 * The sentences that say why a counter was or was not selected, and the reports that follow from
 * others. Stages of the pipeline pass numbers, enums and {@link
 * org.cyclecounter.selector.report.Rejection}s; sentences are composed here only and parsed
 * nowhere, so that one can be reworded without breaking code (docs/decisions.md, "Evidence is
 * typed"). Neither {@code selection} nor {@code isolation} nor {@code discovery} is known here.
 *
 * <p>Every sentence of a counter or provider that is rejected is in {@code Rejection}, of one that
 * works in {@code UsableReasons}, of a clock that is read instead in {@code LastResortReasons}, of
 * an exception in {@code ThrownReasons}; {@code Failures} chooses a rejection by what happened.
 *
 * <p>Some of these run before a program's first reading, for counters that were rejected on the way
 * to it: no lambda, no {@code String.format}, no regular expression (docs/cold-start.md).
 */
@NullMarked
package org.cyclecounter.selector.report;

import org.jspecify.annotations.NullMarked;
