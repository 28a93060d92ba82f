/** Finds providers, and names, checks and orders their counters. */
package org.cyclecounter.selector.discovery;
