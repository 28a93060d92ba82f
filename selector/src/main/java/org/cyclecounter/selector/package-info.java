/**
 * Chooses the best cycle counter of the machine: {@link org.cyclecounter.selector.CpuCycles} is the
 * static way in, {@link org.cyclecounter.selector.CycleCounterSelector} the explicit one.
 */
@Export
@Version("1.0.0")
package org.cyclecounter.selector;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
