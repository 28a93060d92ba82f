// SPDX-License-Identifier: Apache-2.0
/** Measurements as an HTML page. */
package org.cyclecounter.tools.page;
