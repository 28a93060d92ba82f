/** Which counters there are: providers found, their counters named, checked and put in order. */
package org.cyclecounter.selector.discovery;
