// SPDX-License-Identifier: Apache-2.0
/**
 * Threads, time limits and text of third-party code, the scope of a selection, and the log. The
 * lowest package: it knows no other of the selector's.
 */
@NullMarked
package org.cyclecounter.selector.support;

import org.jspecify.annotations.NullMarked;
