// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

/**
 * An estimate of the CPU's frequency.
 *
 * @param hz cycles per second, positive
 * @param source where it comes from, for people, such as {@code "/proc/cpuinfo: cpu MHz"}
 */
public record Frequency(long hz, String source) {}
