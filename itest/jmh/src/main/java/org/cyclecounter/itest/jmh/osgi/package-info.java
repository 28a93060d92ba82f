// SPDX-License-Identifier: Apache-2.0
/** Reads of a counter that an OSGi framework gives: the benchmark, and its part in a bundle. */
package org.cyclecounter.itest.jmh.osgi;
