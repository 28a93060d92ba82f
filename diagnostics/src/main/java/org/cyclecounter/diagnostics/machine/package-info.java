// SPDX-License-Identifier: Apache-2.0
/** Facts about this machine, from files and system properties; nothing is measured. */
package org.cyclecounter.diagnostics.machine;
