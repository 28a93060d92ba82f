/** What bench adds to the command line. */
package org.cyclecounter.bench.cli;
