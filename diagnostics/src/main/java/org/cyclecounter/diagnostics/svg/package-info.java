// SPDX-License-Identifier: Apache-2.0
/**
 * Writes elements of HTML and SVG, and draws plots with them. All text is escaped, and no element
 * can load anything, run a script or link elsewhere.
 */
package org.cyclecounter.diagnostics.svg;
