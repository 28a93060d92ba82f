// SPDX-License-Identifier: Apache-2.0
/** The page that shows a machine's counters: what {@code info --html} writes. */
@NullMarked
package org.cyclecounter.diagnostics.page;

import org.jspecify.annotations.NullMarked;
