// SPDX-License-Identifier: Apache-2.0
/** The page that shows a machine's counters: what {@code info --html} writes. */
package org.cyclecounter.diagnostics.page;
