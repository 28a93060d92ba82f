// SPDX-License-Identifier: Apache-2.0
/** Measures code in cycles and time. */
@Export
@Version("1.0.0")
package org.cyclecounter.bench;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
