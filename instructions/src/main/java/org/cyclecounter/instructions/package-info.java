// SPDX-License-Identifier: Apache-2.0
/** Counts the instructions that compiled code executes, exactly and without a PMU. */
@Export
@Version("1.0.0")
@NullMarked
package org.cyclecounter.instructions;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
