// SPDX-License-Identifier: Apache-2.0
/** Runs, and what may have disturbed them. */
package org.cyclecounter.bench.measuring;
