// SPDX-License-Identifier: Apache-2.0
/** Checks code for dependence on a secret: three methods, each in a child JVM. */
@NullMarked
package org.cyclecounter.constanttime.check;

import org.jspecify.annotations.NullMarked;
