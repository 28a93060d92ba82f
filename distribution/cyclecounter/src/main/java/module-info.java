// SPDX-License-Identifier: Apache-2.0
/**
 * The selector and every family of counters. A module that requires this one has all of them in its
 * module graph, and so in the images that jlink and jpackage make of it, without a word about
 * services.
 */
@SuppressWarnings("module") // the digits at the end of a name are the processor's
module org.cyclecounter {
  requires transitive org.cyclecounter.api;
  requires transitive org.cyclecounter.selector;
  requires org.cyclecounter.x86;
  requires org.cyclecounter.arm;
  requires org.cyclecounter.power;
  requires org.cyclecounter.riscv;
  requires org.cyclecounter.misc;
  requires org.cyclecounter.os;
}
