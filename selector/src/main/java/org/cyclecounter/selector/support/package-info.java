// SPDX-License-Identifier: Apache-2.0
/**
 * Limits for third-party code: its time, its thread, and the text that it contributes; and the log.
 * The lowest package: it knows no other of the selector's.
 */
package org.cyclecounter.selector.support;
