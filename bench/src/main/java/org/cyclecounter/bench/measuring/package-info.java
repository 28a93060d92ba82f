// SPDX-License-Identifier: Apache-2.0
/** Runs, and what may have disturbed them. */
@NullMarked
package org.cyclecounter.bench.measuring;

import org.jspecify.annotations.NullMarked;
