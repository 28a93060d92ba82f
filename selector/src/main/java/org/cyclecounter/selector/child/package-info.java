// SPDX-License-Identifier: Apache-2.0
/**
 * A child JVM and the connection to it: {@link ChildJvm} in the parent, {@link ParentLink} in the
 * child, frames between the two ({@link Frame}), and the classes that the child asks for. It knows
 * nothing of counters.
 */
@NullMarked
package org.cyclecounter.selector.child;

import org.jspecify.annotations.NullMarked;
