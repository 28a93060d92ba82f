// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.svg;

/**
 * The words of a picture.
 *
 * <p>Both are read by a screen reader in place of the picture, and not shown otherwise: SVG's
 * title, which browsers show as a tooltip, is named by {@code aria-labelledby} as well, because
 * some readers know one of the two only.
 *
 * @param id its id, of letters, digits and hyphens; no other element of the page has it
 * @param title what it shows, in a few words
 * @param description what is to be seen, in a sentence or two with numbers, for those who do not
 *     see it
 */
public record Caption(String id, String title, String description) {}
