/** Limits for what strangers' code may take: time, and the thread it runs on. */
package org.cyclecounter.selector.limits;
