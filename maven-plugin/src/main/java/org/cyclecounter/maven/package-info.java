// SPDX-License-Identifier: Apache-2.0
/** Goals of Maven: the gate of instruction counts in a build. */
@NullMarked
package org.cyclecounter.maven;

import org.jspecify.annotations.NullMarked;
