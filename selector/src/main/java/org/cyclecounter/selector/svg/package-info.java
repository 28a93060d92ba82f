/**
 * Writes elements of HTML and SVG, and draws plots of them. Whatever is written is escaped; nothing
 * that is written here can load anything, run a script or lead elsewhere.
 */
package org.cyclecounter.selector.svg;
