// SPDX-License-Identifier: Apache-2.0
/** Counts the instructions of an operation: plans, the JVMs that have to agree, portable code. */
@NullMarked
package org.cyclecounter.instructions.count;

import org.jspecify.annotations.NullMarked;
