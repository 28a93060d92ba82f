// SPDX-License-Identifier: Apache-2.0
/**
 * An estimate of the CPU's frequency: libcpucycles's sources in their order, and parsers for each.
 */
package org.cyclecounter.selector.frequency;
