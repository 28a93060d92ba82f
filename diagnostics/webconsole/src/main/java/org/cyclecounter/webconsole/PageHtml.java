// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.webconsole;

import java.util.Locale;
import org.cyclecounter.diagnostics.osgi.LivePage;
import org.cyclecounter.diagnostics.osgi.PageMeasurement.State;
import org.cyclecounter.diagnostics.osgi.PageMeasurement.Status;
import org.jspecify.annotations.Nullable;

/**
 * The page's HTML within the console's frame: a bar to measure with, and the live page below.
 *
 * <p>Works without the script: the form posts, the answer leads back to the page, and a page that
 * measures asks for itself again each second. {@code role="status"} has a screen reader say the
 * state when it changes.
 */
final class PageHtml {

  /** Seconds until the page is asked for again where the browser runs no script. */
  private static final String REFRESH_S = "1";

  private PageHtml() {}

  /**
   * The sections, null before the first selection, below a form that must send the token back.
   *
   * @param root the page's address, as the console gave it with the request
   * @param token goes into the form, and nowhere else: no address, in which it would be logged
   * @param sections escaped HTML of the live page
   */
  static String of(
      String root, String token, State state, boolean isMeasured, @Nullable String sections) {
    boolean isBusy = sections == null || state.status() == Status.RUNNING;
    String html =
        String.format(
            Locale.ROOT,
            """
            <div class="cyclecounter console">
            <form class="bar" method="post" action="%s">
            <input type="hidden" name="token" value="%s">
            <button type="submit"%s>%s</button>
            %s
            <p class="more"><a href="%s.json">JSON</a></p>
            </form>
            %s
            </div>
            """,
            LivePage.escape(root), // not the address asked for: a query would be sent back, too
            LivePage.escape(token),
            isBusy ? " disabled" : "",
            isMeasured || isBusy ? "Measure again" : "Measure",
            isBusy
                ? busy(root, state, sections != null)
                : "<p role=\"status\">" + LivePage.escape(status(state, isMeasured)) + "</p>",
            LivePage.escape(root),
            sections == null ? "" : sections);
    return html.replace("$", "&#36;"); // a console replaces ${...} by what its variables hold
  }

  /**
   * Shows a bar; one without a value, which moves by itself, while the counters are being selected,
   * of which no part is known. HTML has meta refresh in the head only, which is the console's;
   * browsers heed it here as well. The script is a file of this bundle and has its address in an
   * attribute, because consoles may forbid inline scripts.
   */
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
        LivePage.escape(root + Plugin.SCRIPT),
        LivePage.escape(root + Plugin.PROGRESS));
  }

  /** Says how the newest measurement ended, whose plots another selection makes old. */
  private static String status(State state, boolean isMeasured) {
    return state.status() == Status.DONE && !isMeasured
        ? "The counters have been selected again since; measure again for their pictures."
        : state.sentence();
  }
}
