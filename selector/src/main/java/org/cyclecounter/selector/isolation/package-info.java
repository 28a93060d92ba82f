/**
 * Running counters that may crash where a crash hurts nobody: {@link
 * org.cyclecounter.selector.isolation.ChildJvmIsolator} in a Java process of its own.
 */
package org.cyclecounter.selector.isolation;
