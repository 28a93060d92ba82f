// SPDX-License-Identifier: Apache-2.0
/** A program that names the modules it uses; the counters come by their services. */
module com.example.program {
  requires org.cyclecounter.bench;
  requires org.cyclecounter.selector;
}
