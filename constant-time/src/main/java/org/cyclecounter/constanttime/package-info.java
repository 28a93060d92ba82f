// SPDX-License-Identifier: Apache-2.0
/** Checks whether the machine code that the JVM compiled depends on a secret. */
@Export
@Version("1.0.0")
@NullMarked
package org.cyclecounter.constanttime;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
