/** Measurements as an HTML page. */
package org.cyclecounter.bench.page;
