// SPDX-License-Identifier: Apache-2.0
/** The libraries that the selector packages, and how they are loaded. */
@NullMarked
package org.cyclecounter.selector.natives;

import org.jspecify.annotations.NullMarked;
