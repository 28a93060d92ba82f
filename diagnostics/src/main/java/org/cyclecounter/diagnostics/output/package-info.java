// SPDX-License-Identifier: Apache-2.0
/** The report as a table, as {@code cpucycles-info}'s lines and as JSON. */
@NullMarked
package org.cyclecounter.diagnostics.output;

import org.jspecify.annotations.NullMarked;
