// SPDX-License-Identifier: Apache-2.0
/** Measures code in cycles and time. */
@Export
@NullMarked
@Version("1.0.0")
package org.cyclecounter.bench;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
