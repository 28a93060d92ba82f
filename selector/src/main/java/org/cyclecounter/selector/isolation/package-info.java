// SPDX-License-Identifier: Apache-2.0
/**
 * Probes counters that may crash where a crash does no harm: {@link
 * org.cyclecounter.selector.isolation.ChildJvmIsolator} in a separate Java process, {@link
 * org.cyclecounter.selector.isolation.NativeChild} in a child that runs only the counter. Which
 * counter is probed where, {@code selection.Trial} decides; docs/isolation-design.md lists what
 * each child guards against, and docs/evidence/isolation.md what that costs.
 */
@NullMarked
package org.cyclecounter.selector.isolation;

import org.jspecify.annotations.NullMarked;
