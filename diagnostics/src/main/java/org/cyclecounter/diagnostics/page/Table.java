// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.cyclecounter.diagnostics.svg.Element;
import org.jspecify.annotations.Nullable;

/**
 * A table by its columns, the first of which names the rows. If it has classes, each row is a card
 * on a phone: the label of a cell is in {@code data-label}, which the style sheet shows before it.
 */
final class Table<T> {

  private record Column<T>(
      boolean isName, String head, String style, Function<T, @Nullable Object> content) {}

  private final String style;
  private final List<Column<T>> columns = new ArrayList<>();

  /**
   * Begins a table without columns.
   *
   * @param style its classes; empty for a table that has no cards. Browsers forget the roles of
   *     cards, so these have them written down
   */
  Table(String style) {
    this.style = style;
  }

  /** Adds a column: its cells have a class, or none, and content, or null for none. */
  Table<T> column(String head, String style, Function<T, @Nullable Object> content) {
    columns.add(new Column<>(columns.isEmpty(), head, style, content));
    return this;
  }

  /** Returns the table with rows below a caption, if there is one. */
  Element of(List<Element> rows, Object... caption) {
    Element head = element("tr", "row", "");
    for (Column<T> column : columns) {
      String classes = style.isEmpty() ? column.style : "";
      head.add(element("th", "columnheader", classes).with("scope", "col").add(column.head));
    }
    return element("table", "table", style)
        .add(caption)
        .add(
            element("thead", "rowgroup", "").add(head), element("tbody", "rowgroup", "").add(rows));
  }

  /** Makes a row; a cell without content has a dash, which a card does not show at all. */
  Element row(T item) {
    Element row = element("tr", "row", "");
    for (Column<T> column : columns) {
      Object content = column.content.apply(item);
      String classes = content == null ? column.style + " none" : column.style;
      Element cell =
          column.isName
              ? element("th", "rowheader", classes).with("scope", "row")
              : element("td", "cell", classes);
      if (!column.isName && !style.isEmpty()) {
        cell.with("data-label", column.head);
      }
      row.add(cell.add(content == null ? "–" : content));
    }
    return row;
  }

  private Element element(String name, String role, String classes) {
    Element element = Element.styled(name, classes);
    return style.isEmpty() ? element : element.with("role", role);
  }
}
