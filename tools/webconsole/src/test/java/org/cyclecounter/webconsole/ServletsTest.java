// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.webconsole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    String html = ScriptedExchange.of(plugin, "GET", "/cyclecounter").body;
    return html.replaceFirst("(?s).*name=\"token\" value=\"([0-9a-f]+)\".*", "$1");
  }

  private void assertJson() {
    assertThat(body.toString()).contains("a-counter");
    assertThat(said)
        .containsEntry("setContentType", "application/json")
        .containsEntry("setCharacterEncoding", "UTF-8")
        .containsEntry("Cache-Control", "no-store")
        .doesNotContainKey("setStatus");
  }

  @Test
  void jakarta() throws Exception {
    JakartaServlet servlet = new JakartaServlet(plugin);
    servlet.service(
        request(jakarta.servlet.http.HttpServletRequest.class, "GET", "/cyclecounter.json"),
        response(jakarta.servlet.http.HttpServletResponse.class));
    assertJson();
    servlet.service(
        request(jakarta.servlet.http.HttpServletRequest.class, "POST", "/cyclecounter"),
        response(jakarta.servlet.http.HttpServletResponse.class));
    assertThat(said).containsEntry("setStatus", 403);
    token = pageToken();
    query = "token=" + token;
    servlet.service(
        request(jakarta.servlet.http.HttpServletRequest.class, "POST", "/cyclecounter"),
        response(jakarta.servlet.http.HttpServletResponse.class));
    assertThat(said).as("an address is logged").containsEntry("setStatus", 403);
    query = null;
    servlet.service(
        request(jakarta.servlet.http.HttpServletRequest.class, "POST", "/cyclecounter"),
        response(jakarta.servlet.http.HttpServletResponse.class));
    assertThat(said).containsEntry("setStatus", 303);
    assertThatThrownBy(
            () ->
                servlet.service(
                    request(jakarta.servlet.ServletRequest.class, "", ""),
                    response(jakarta.servlet.ServletResponse.class)))
        .isInstanceOf(jakarta.servlet.ServletException.class);
  }

  @Test
  void javax() throws Exception {
    JavaxServlet servlet = new JavaxServlet(plugin);
    servlet.service(
        request(javax.servlet.http.HttpServletRequest.class, "GET", "/cyclecounter.json"),
        response(javax.servlet.http.HttpServletResponse.class));
    assertJson();
    servlet.service(
        request(javax.servlet.http.HttpServletRequest.class, "POST", "/cyclecounter"),
        response(javax.servlet.http.HttpServletResponse.class));
    assertThat(said).containsEntry("setStatus", 403);
    token = pageToken();
    query = "token=" + token;
    servlet.service(
        request(javax.servlet.http.HttpServletRequest.class, "POST", "/cyclecounter"),
        response(javax.servlet.http.HttpServletResponse.class));
    assertThat(said).as("an address is logged").containsEntry("setStatus", 403);
    query = null;
    servlet.service(
        request(javax.servlet.http.HttpServletRequest.class, "POST", "/cyclecounter"),
        response(javax.servlet.http.HttpServletResponse.class));
    assertThat(said).containsEntry("setStatus", 303);
    assertThatThrownBy(
            () ->
                servlet.service(
                    request(javax.servlet.ServletRequest.class, "", ""),
                    response(javax.servlet.ServletResponse.class)))
        .isInstanceOf(javax.servlet.ServletException.class);
  }

  @Test
  void thePlugInItselfNeedsNeitherApi() {
    for (Class<?> type :
        new Class<?>[] {Activator.class, Consoles.class, Plugin.class, PageHtml.class}) {
      for (var method : type.getDeclaredMethods()) {
        assertThat(method.toString()).doesNotContain("servlet.http");
      }
    }
  }
}
