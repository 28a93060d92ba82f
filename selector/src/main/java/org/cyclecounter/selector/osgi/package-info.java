// SPDX-License-Identifier: Apache-2.0
/**
 * The selector as an OSGi bundle: finds providers in bundles and services, publishes the counters
 * that work as services, and serves Configuration Admin, shells and consoles. Nothing outside this
 * package uses OSGi.
 */
package org.cyclecounter.selector.osgi;
