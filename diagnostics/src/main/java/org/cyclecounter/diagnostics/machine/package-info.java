// SPDX-License-Identifier: Apache-2.0
/** Facts about this machine, from files and system properties; nothing is measured. */
@NullMarked
package org.cyclecounter.diagnostics.machine;

import org.jspecify.annotations.NullMarked;
