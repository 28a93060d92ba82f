// SPDX-License-Identifier: Apache-2.0
/** The libraries that the selector packages, and how they are loaded. */
package org.cyclecounter.selector.natives;
