// SPDX-License-Identifier: Apache-2.0
/**
 * Shell commands, inventory and live page for OSGi containers, by the selector's services alone.
 */
package org.cyclecounter.diagnostics.osgi;
