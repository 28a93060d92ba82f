// SPDX-License-Identifier: Apache-2.0
/**
 * Says which better counter this machine could have, what it takes, and what makes counts doubtful.
 * Changes nothing.
 */
@NullMarked
package org.cyclecounter.diagnostics.doctor;

import org.jspecify.annotations.NullMarked;
