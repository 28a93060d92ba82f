// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.webconsole;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.cyclecounter.tools.osgi.PageMeasurement.Phase;
import org.cyclecounter.tools.osgi.PageMeasurement.State;
import org.jspecify.annotations.Nullable;

/**
 * The page's HTML within the console's frame: a bar to measure with, and the selector's sections.
 */
final class PageHtml {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  /** How often the page asks anew where the browser runs no script. */
  private static final String REFRESH_S = "1";

  private PageHtml() {}

  /** The sections, null before the first selection, below a form that must send the token back. */
  static String of(
      String root, String token, State state, boolean isMeasured, @Nullable String sections) {
    boolean isBusy = sections == null || state.phase() == Phase.RUNNING;
    return String.format(
        Locale.ROOT,
        """
        <div class="cyclecounter console">
        <form class="bar" method="post">
        <input type="hidden" name="token" value="%s">
        <button type="submit"%s>%s</button>
        %s
        <p class="more"><a href="%s.json">JSON</a></p>
        </form>
        %s
        </div>
        """,
        escape(token),
        isBusy ? " disabled" : "",
        isMeasured || isBusy ? "Measure again" : "Measure",
        isBusy
            ? busy(root, state, sections != null)
            : "<p role=\"status\">" + escape(said(state, isMeasured)) + "</p>",
        escape(root),
        // ${...} is the console's to replace
        sections == null ? "" : sections.replace("$", "&#36;"));
  }

  private static String busy(String root, State state, boolean isSelected) {
    String percent = Long.toString(Math.round(100 * state.progress()));
    return String.format(
        Locale.ROOT,
        """
        <p role="status"><label for="measuring">%s</label> \
        <progress id="measuring" max="100"%s</progress></p>
        <noscript><meta http-equiv="refresh" content="%s"></noscript>
        <script src="%s" data-progress="%s" defer></script>\
        """,
        isSelected ? "Measuring" : "The counters are being selected",
        isSelected ? " value=\"" + percent + "\">" + percent + " %" : ">",
        REFRESH_S,
        escape(root + Plugin.SCRIPT),
        escape(root + Plugin.PROGRESS));
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
