// SPDX-License-Identifier: Apache-2.0
/** Limits for third-party code: its time, its thread, and the text that it contributes. */
package org.cyclecounter.selector.limits;
