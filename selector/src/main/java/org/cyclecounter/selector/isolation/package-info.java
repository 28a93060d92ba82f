/**
 * Running counters that may crash where a crash hurts nobody: {@link
 * org.cyclecounter.selector.isolation.ChildJvmIsolator} in a Java process of its own, {@link
 * org.cyclecounter.selector.isolation.NativeIsolator} in a child that runs nothing but the counter.
 */
package org.cyclecounter.selector.isolation;
