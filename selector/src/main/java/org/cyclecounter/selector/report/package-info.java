/** What a selection found, as text, table and JSON. */
package org.cyclecounter.selector.report;
