// SPDX-License-Identifier: Apache-2.0
/**
 * Selects the best cycle counter of the machine: {@link org.cyclecounter.selector.CpuCycles} gives
 * static access, {@link org.cyclecounter.selector.CycleCounterSelector} an explicit selection.
 */
@Export
@NullMarked
@Version("1.0.0")
package org.cyclecounter.selector;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
