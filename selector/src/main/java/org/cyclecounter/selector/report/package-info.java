// SPDX-License-Identifier: Apache-2.0
/** What a selection found, as text, table and JSON. */
package org.cyclecounter.selector.report;
