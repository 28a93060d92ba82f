// SPDX-License-Identifier: Apache-2.0
/** Measures the series that the plots of a counter show: numbers only, no text. */
package org.cyclecounter.diagnostics.observe;
