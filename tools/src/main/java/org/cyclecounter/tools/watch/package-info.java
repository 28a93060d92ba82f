// SPDX-License-Identifier: Apache-2.0
/** The live view of the counters: what is observed of each between two updates, and the rows. */
package org.cyclecounter.tools.watch;
