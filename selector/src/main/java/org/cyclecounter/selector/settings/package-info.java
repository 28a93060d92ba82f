// SPDX-License-Identifier: Apache-2.0
/** The settings of a selection, as programs, system properties and containers give them. */
package org.cyclecounter.selector.settings;
