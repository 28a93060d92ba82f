// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.svg;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Reads back what was written and drawn, as a browser would. */
public final class Drawn {

  private static final Pattern COMMAND = Pattern.compile("([MLHVh])([-0-9. ]*)");

  private Drawn() {}

  /** A place in a picture, in its units. */
  public record Place(double x, double y) {}

  /** The axis of an {@link IntervalPlot}, as it is drawn. */
  public static Axis ofIntervals(Axis axis) {
    return axis.drawn(IntervalPlot.LEFT, IntervalPlot.RIGHT);
  }

  /** The axis of a {@link CumulativePlot}'s values, as it is drawn. */
  public static Axis ofSteps(Axis axis) {
    return axis.drawn(CumulativePlot.LEFT, CumulativePlot.RIGHT);
  }

  /** The axis of a {@link CumulativePlot}'s shares, from 0 to 100 %. */
  public static Axis ofShares() {
    return CumulativePlot.SHARE;
  }

  /** The axis of a {@link SeriesPlot}'s values, as it is drawn. */
  public static Axis ofSeries(Axis axis) {
    return axis.drawn(SeriesPlot.BOTTOM, SeriesPlot.TOP);
  }

  /** The value that is drawn at a coordinate of an axis. */
  public static double valueAt(Axis axis, double coordinate) {
    double part = (coordinate - axis.begin()) / (axis.end() - axis.begin());
    return axis.from() + part * (axis.to() - axis.from());
  }

  /** Parses markup as XML, which is stricter than HTML. */
  public static Document parse(String markup) {
    try {
      DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
      builder.setErrorHandler(null);
      return builder.parse(new InputSource(new StringReader(markup)));
    } catch (Exception e) {
      throw new AssertionError("not well-formed: " + e.getMessage(), e);
    }
  }

  /** All elements of a name, in the document's order. */
  public static List<Element> all(Document document, String name) {
    return list(document.getElementsByTagName(name));
  }

  /** All elements of a name within another one. */
  public static List<Element> all(Element within, String name) {
    return list(within.getElementsByTagName(name));
  }

  private static List<Element> list(NodeList nodes) {
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }

  /** The picture of an id. */
  public static Element picture(Document document, String id) {
    return all(document, "svg").stream()
        .filter(svg -> svg.getAttribute("id").equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no picture " + id));
  }

  /** The corners of the one path of a class within a picture. */
  public static List<Place> path(Element picture, String style) {
    List<Element> paths =
        all(picture, "path").stream().filter(p -> p.getAttribute("class").equals(style)).toList();
    if (paths.size() != 1) {
      throw new AssertionError(paths.size() + " paths of class " + style);
    }
    return places(paths.get(0).getAttribute("d"));
  }

  private static List<Place> places(String path) {
    List<Place> places = new ArrayList<>();
    double x = 0;
    double y = 0;
    Matcher command = COMMAND.matcher(path);
    while (command.find()) {
      String[] numbers = command.group(2).strip().split(" ");
      switch (command.group(1)) {
        case "M", "L" -> {
          x = Double.parseDouble(numbers[0]);
          y = Double.parseDouble(numbers[1]);
        }
        case "H" -> x = Double.parseDouble(numbers[0]);
        case "V" -> y = Double.parseDouble(numbers[0]);
        default -> {
          continue; // h0: a dot where it is
        }
      }
      places.add(new Place(x, y));
    }
    return places;
  }
}
