// SPDX-License-Identifier: Apache-2.0
/** A program with the counters that are on its path. */
module com.example.user {
  requires org.cyclecounter.selector;
}
