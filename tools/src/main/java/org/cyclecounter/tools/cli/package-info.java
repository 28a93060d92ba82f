// SPDX-License-Identifier: Apache-2.0
/** The command line: the program, and the commands that show what was selected. */
package org.cyclecounter.tools.cli;
