/** A harness for tests in OSGi frameworks, and nothing that knows what is tested. */
package org.cyclecounter.itest.osgi;
