// SPDX-License-Identifier: Apache-2.0
/** The timer of a clock and a counter: configuration, subtimers, and which of them work. */
@NullMarked
package org.cyclecounter.bench.timer;

import org.jspecify.annotations.NullMarked;
