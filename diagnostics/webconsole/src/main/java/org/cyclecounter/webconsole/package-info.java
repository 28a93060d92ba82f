// SPDX-License-Identifier: Apache-2.0
/** A plug-in for Felix's Web Console that shows the selection of the container. */
@NullMarked
package org.cyclecounter.webconsole;

import org.jspecify.annotations.NullMarked;
