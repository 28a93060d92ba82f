// SPDX-License-Identifier: Apache-2.0
/**
 * The commands {@code measure} and {@code overhead}, and what {@code measure} can measure: methods
 * and classes by name, and a demonstration.
 */
package org.cyclecounter.tools.measure;
