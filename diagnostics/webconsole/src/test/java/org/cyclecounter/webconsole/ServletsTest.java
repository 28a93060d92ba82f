// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.webconsole;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The plug-in behind each servlet API. */
class ServletsTest {

  private final ScriptedPage page = new ScriptedPage();
  private final Plugin plugin = new Plugin(page);
  private final Map<String, Object> said = new HashMap<>();
  private final StringWriter body = new StringWriter();
  private String token;
  private String query;
  private long length;

  @AfterEach
  void close() {
    plugin.close();
  }

  /** A request that a console has passed on; as in a servlet, its token may be the query's. */
  private <T> T request(Class<T> type, String method, String path) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, arguments) ->
                switch (called.getName()) {
                  case "getMethod" -> method;
                  case "getPathInfo" -> path;
                  case "getAttribute" -> arguments[0].equals(Plugin.ROOT) ? "/console/x" : null;
                  case "getParameter" -> token;
                  case "getContentLengthLong" -> length;
                  case "getQueryString" -> query;
                  default -> throw new UnsupportedOperationException(called.toString());
                }));
  }

  private <T> T response(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, arguments) -> {
              switch (called.getName()) {
                case "getWriter" -> {
                  return new PrintWriter(body, true);
                }
                case "setHeader" -> said.put((String) arguments[0], arguments[1]);
                default -> said.put(called.getName(), arguments[0]);
              }
              return null;
            }));
  }

  private String pageToken() throws Exception {
    String html = ScriptedExchange.of(plugin, "GET", "/cyclecounter").body();
    return html.replaceFirst("(?s).*name=\"token\" value=\"([0-9a-f]+)\".*", "$1");
  }

  /** Of a servlet, as a console calls it. */
  private interface Service {
    void serve(String method, String path) throws Exception;
  }

  private void assertServes(Service servlet) throws Exception {
    servlet.serve("GET", "/cyclecounter.json");
    assertThat(body.toString()).contains("a-counter");
    assertThat(said)
        .containsEntry("setContentType", "application/json")
        .containsEntry("setCharacterEncoding", "UTF-8")
        .containsEntry("Cache-Control", "no-store")
        .doesNotContainKey("setStatus");
    servlet.serve("POST", "/cyclecounter");
    assertThat(said).containsEntry("setStatus", 403);
    token = pageToken();
    query = "token=" + token;
    servlet.serve("POST", "/cyclecounter");
    assertThat(said).as("an address is logged").containsEntry("setStatus", 403);
    query = null;
    length = 30_000_000;
    servlet.serve("POST", "/cyclecounter");
    assertThat(said).containsEntry("setStatus", 413);
    length = 38;
    servlet.serve("POST", "/cyclecounter");
    assertThat(said).containsEntry("setStatus", 303);
  }

  @Test
  void servesJakarta() throws Exception {
    JakartaServlet servlet = new JakartaServlet(plugin);
    assertServes(
        (method, path) ->
            servlet.service(
                request(jakarta.servlet.http.HttpServletRequest.class, method, path),
                response(jakarta.servlet.http.HttpServletResponse.class)));
  }

  @Test
  void servesJavax() throws Exception {
    JavaxServlet servlet = new JavaxServlet(plugin);
    assertServes(
        (method, path) ->
            servlet.service(
                request(javax.servlet.http.HttpServletRequest.class, method, path),
                response(javax.servlet.http.HttpServletResponse.class)));
  }

  @Test
  void plugInItselfNeedsNeitherApi() {
    for (Class<?> type :
        new Class<?>[] {Activator.class, Consoles.class, Plugin.class, PageHtml.class}) {
      for (var method : type.getDeclaredMethods()) {
        assertThat(method.toString()).doesNotContain("servlet.http");
      }
    }
  }
}
