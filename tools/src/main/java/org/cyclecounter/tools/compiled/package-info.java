// SPDX-License-Identifier: Apache-2.0
/** The commands that run operations in a child JVM: counts of instructions, constant time. */
package org.cyclecounter.tools.compiled;
