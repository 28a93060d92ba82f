// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.webconsole;

import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * The plug-in as a servlet of {@code javax.servlet}.
 *
 * <p>See {@link JakartaServlet} for why there are two.
 */
@SuppressWarnings("serial") // no console serialises a servlet
final class JavaxServlet extends HttpServlet {

  private final Plugin plugin;

  JavaxServlet(Plugin plugin) {
    this.plugin = plugin;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Plugin.Answer answer =
        plugin.answer(
            request.getMethod(),
            request.getPathInfo(),
            request.getAttribute(Plugin.ROOT),
            request.getContentLengthLong(),
            () -> request.getQueryString() == null ? request.getParameter(Plugin.TOKEN) : null);
    if (answer.status() != HttpServletResponse.SC_OK) { // a console has set 200 already
      response.setStatus(answer.status());
    }
    answer.headers().forEach(response::setHeader);
    if (!answer.body().isEmpty()) {
      response.setContentType(answer.type());
      response.setCharacterEncoding("UTF-8");
      response.getWriter().write(answer.body());
    }
  }
}
