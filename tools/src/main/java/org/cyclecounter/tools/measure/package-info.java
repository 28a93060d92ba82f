// SPDX-License-Identifier: Apache-2.0
/** What bench adds to the command line. */
package org.cyclecounter.tools.measure;
