// SPDX-License-Identifier: Apache-2.0
/** An operation that {@code measure} and JMH measure beside each other. */
package org.cyclecounter.itest.jmh.bench;
