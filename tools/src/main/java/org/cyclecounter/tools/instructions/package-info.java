// SPDX-License-Identifier: Apache-2.0
/** The command that counts instructions. */
@NullMarked
package org.cyclecounter.tools.instructions;

import org.jspecify.annotations.NullMarked;
