/**
 * An estimate of the CPU's frequency: libcpucycles's sources in their order, and parsers for each.
 */
package org.cyclecounter.selector.frequency;
