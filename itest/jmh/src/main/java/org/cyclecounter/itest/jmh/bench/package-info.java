// SPDX-License-Identifier: Apache-2.0
/** The harness of module bench beside JMH. */
package org.cyclecounter.itest.jmh.bench;
