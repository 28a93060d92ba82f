/** Limits for what third-party code may take: time, and the thread it runs on. */
package org.cyclecounter.selector.limits;
