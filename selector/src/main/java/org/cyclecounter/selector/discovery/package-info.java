// SPDX-License-Identifier: Apache-2.0
/** Finds providers, and names, checks and orders their counters. */
package org.cyclecounter.selector.discovery;
