// SPDX-License-Identifier: Apache-2.0
/**
 * What the command {@code measure} can measure: methods and classes by name, and a demonstration.
 */
package org.cyclecounter.tools.operations;
