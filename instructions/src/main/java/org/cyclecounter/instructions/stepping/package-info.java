// SPDX-License-Identifier: Apache-2.0
/** The child JVM that executes an operation step by step, and its parent's side. */
@NullMarked
package org.cyclecounter.instructions.stepping;

import org.jspecify.annotations.NullMarked;
