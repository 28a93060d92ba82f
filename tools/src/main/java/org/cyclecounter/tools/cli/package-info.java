// SPDX-License-Identifier: Apache-2.0
/**
 * The command line. Only {@link org.cyclecounter.tools.cli.Main} may be touched without picocli.
 */
package org.cyclecounter.tools.cli;
