// SPDX-License-Identifier: Apache-2.0
/** Files of counts, and what differs from them. */
@NullMarked
package org.cyclecounter.trace.baseline;

import org.jspecify.annotations.NullMarked;
