// SPDX-License-Identifier: Apache-2.0
/** Files of counts, and what differs from them. */
@NullMarked
package org.cyclecounter.instructions.baseline;

import org.jspecify.annotations.NullMarked;
