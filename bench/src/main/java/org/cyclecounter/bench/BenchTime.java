// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

/**
 * A timer's reading: a time and a count of cycles, each since a separate origin that is not
 * specified, and each valid or not by itself. Two readings of one timer are compared by
 * subtraction.
 *
 * @param seconds whole seconds
 * @param nanos nanoseconds on top of them, 0 to 999,999,999
 * @param cycles cycles; may wrap
 * @param timeValid whether {@code seconds} and {@code nanos} mean anything
 * @param cyclesValid whether {@code cycles} means anything
 * @since 0.1.0
 */
public record BenchTime(
    long seconds, int nanos, long cycles, boolean timeValid, boolean cyclesValid) {}
