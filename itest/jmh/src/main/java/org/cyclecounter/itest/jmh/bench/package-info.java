/** The harness of module bench beside JMH. */
package org.cyclecounter.itest.jmh.bench;
