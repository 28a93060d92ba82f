// SPDX-License-Identifier: Apache-2.0
/**
 * Parts that commands share: the options that select a counter, the file that is written, the
 * terminal, and what is printed at Ctrl-C.
 */
package org.cyclecounter.tools.command;
