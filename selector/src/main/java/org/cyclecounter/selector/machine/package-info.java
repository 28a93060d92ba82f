/** What this machine is, as far as files and system properties tell: nothing is measured here. */
package org.cyclecounter.selector.machine;
