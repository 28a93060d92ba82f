// SPDX-License-Identifier: Apache-2.0
/** Statistics of many runs. */
package org.cyclecounter.bench.stats;
