// SPDX-License-Identifier: Apache-2.0
/** The interface by which an OSGi container's consoles see the selection. */
@Export(substitution = Substitution.NOIMPORT)
@Version("1.0.0")
package org.cyclecounter.selector.console;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.bundle.Export.Substitution;
import org.osgi.annotation.versioning.Version;
