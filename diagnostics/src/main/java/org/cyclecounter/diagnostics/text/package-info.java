// SPDX-License-Identifier: Apache-2.0
/** Text by formats that depend on no locale; uses nothing else, so every package may use it. */
@NullMarked
package org.cyclecounter.diagnostics.text;

import org.jspecify.annotations.NullMarked;
