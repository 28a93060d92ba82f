// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.webconsole;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * The plug-in as a servlet of {@code jakarta.servlet}.
 *
 * <p>Differs from {@link JavaxServlet} in its imports alone: no type of either API may be in a
 * class that is linked with the other. All of the request's methods come to {@code service}, HEAD
 * as well, of whose answer the container drops the body.
 */
@SuppressWarnings("serial") // no console serialises a servlet
final class JakartaServlet extends HttpServlet {

  private final Plugin plugin;

  JakartaServlet(Plugin plugin) {
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
