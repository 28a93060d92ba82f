// SPDX-License-Identifier: Apache-2.0
/** Measures the series that the plots of a counter show: numbers only, no text. */
@NullMarked
package org.cyclecounter.diagnostics.observe;

import org.jspecify.annotations.NullMarked;
