package org.cyclecounter.webconsole;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.cyclecounter.webconsole.Measuring.Phase;
import org.cyclecounter.webconsole.Measuring.State;
import org.jspecify.annotations.Nullable;

/**
 * The page's HTML within the console's frame: a bar to measure with, and the selector's sections.
 */
final class PageHtml {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  /** How often the page asks anew where the browser runs no script. */
  private static final int REFRESH_S = 1;

  private PageHtml() {}

  /**
   * The HTML.
   *
   * @param root the page's own address
   * @param token what its form must send back
   * @param state the newest measurement's
   * @param isMeasured whether the sections have pictures
   * @param sections HTML; null before the first choice
   */
  static String of(
      String root, String token, State state, boolean isMeasured, @Nullable String sections) {
    boolean isBusy = sections == null || state.phase() == Phase.RUNNING;
    StringBuilder html = new StringBuilder();
    html.append("<div class=\"cyclecounter console\">\n<form class=\"bar\" method=\"post\">\n")
        .append("<input type=\"hidden\" name=\"token\" value=\"")
        .append(escape(token))
        .append("\">\n<button type=\"submit\"")
        .append(isBusy ? " disabled" : "")
        .append('>')
        .append(isMeasured || isBusy ? "Measure again" : "Measure")
        .append("</button>\n");
    if (isBusy) {
      busy(html, root, state, sections != null);
    } else {
      html.append("<p role=\"status\">").append(escape(said(state, isMeasured))).append("</p>\n");
    }
    html.append("<p class=\"more\"><a href=\"")
        .append(escape(root))
        .append(".json\">JSON</a></p>\n</form>\n");
    if (sections != null) {
      html.append(sections.replace("$", "&#36;")); // ${...} is the console's to replace
    }
    return html.append("\n</div>\n").toString();
  }

  private static void busy(StringBuilder html, String root, State state, boolean isChosen) {
    long percent = Math.round(100 * state.progress());
    html.append("<p role=\"status\"><label for=\"measuring\">")
        .append(isChosen ? "Measuring" : "The counters are being selected")
        .append("</label> <progress id=\"measuring\" max=\"100\"");
    if (isChosen) {
      html.append(" value=\"").append(percent).append("\">").append(percent).append(" %");
    } else {
      html.append('>');
    }
    html.append("</progress></p>\n<noscript><meta http-equiv=\"refresh\" content=\"")
        .append(REFRESH_S)
        .append("\"></noscript>\n<script src=\"")
        .append(escape(root + Plugin.SCRIPT))
        .append("\" data-progress=\"")
        .append(escape(root + Plugin.PROGRESS))
        .append("\" defer></script>\n");
  }

  private static String said(State state, boolean isMeasured) {
    Instant ended = state.ended();
    if (state.phase() == Phase.FAILED) {
      return "The measurement failed: " + state.failure();
    }
    if (state.phase() == Phase.DONE && ended != null && isMeasured) {
      return String.format(
          Locale.ROOT,
          "Measured at %s, in %.1f seconds.",
          TIME.format(ended.atZone(ZoneId.systemDefault())),
          state.took().toMillis() / 1e3);
    }
    return state.phase() == Phase.DONE
        ? "The counters have been selected again since; measure again for their pictures."
        : "A measurement selects the counters again and draws each; it takes a few seconds.";
  }

  /** For an element or a quoted attribute. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (c >= ' ' && c <= '~' && "&<>\"'$".indexOf(c) < 0) {
                escaped.append((char) c);
              } else if (Character.isLetterOrDigit(c) || "&<>\"'$".indexOf(c) >= 0) {
                escaped.append("&#").append(c).append(';');
              } else {
                escaped.append(String.format(Locale.ROOT, "[U+%04X]", c));
              }
            });
    return escaped.toString();
  }
}
