// SPDX-License-Identifier: Apache-2.0
/** One selection: its settings, its stages, and the counters that work, best first. */
package org.cyclecounter.selector.selection;
