/** The libraries that the selector packages, and how they are loaded. */
package org.cyclecounter.selector.natives;
