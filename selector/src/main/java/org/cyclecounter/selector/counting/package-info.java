/**
 * Readings made of ticks: exact scaling, extension of 32 bits to 64, and the counters handed out.
 */
package org.cyclecounter.selector.counting;
