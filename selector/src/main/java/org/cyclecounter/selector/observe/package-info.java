/**
 * Takes the series that pictures of a counter are drawn of. Numbers only; the words are elsewhere.
 */
package org.cyclecounter.selector.observe;
