// SPDX-License-Identifier: Apache-2.0
/**
 * A harness for tests in OSGi frameworks, and a container as people have it around the selector.
 */
package org.cyclecounter.itest.osgi;
