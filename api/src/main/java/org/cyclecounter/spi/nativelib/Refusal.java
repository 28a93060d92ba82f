// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import org.cyclecounter.Obstacle;
import org.jspecify.annotations.Nullable;

/**
 * The reason that a counter's probe could not open it.
 *
 * @param sentence for people, with the remedy if there is one
 * @param obstacle for code; null if nothing is known that could be changed
 * @since 0.1.0
 */
public record Refusal(String sentence, @Nullable Obstacle obstacle) {}
