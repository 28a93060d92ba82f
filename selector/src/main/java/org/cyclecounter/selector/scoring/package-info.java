// SPDX-License-Identifier: Apache-2.0
/** How good a counter is: the rules of libcpucycles 20240114, on exact arithmetic. */
package org.cyclecounter.selector.scoring;
