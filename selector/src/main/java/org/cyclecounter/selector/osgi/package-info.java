/**
 * The selector as an OSGi bundle: finds providers in bundles and services, publishes the counters
 * that work as services, and is configured, asked and looked at the way bundles are. Nothing
 * outside this package knows of OSGi.
 */
package org.cyclecounter.selector.osgi;
