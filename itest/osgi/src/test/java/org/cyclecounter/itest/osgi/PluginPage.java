// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The plug-in's page as a browser with the password asks for it. */
record PluginPage(FullStack stack) {

  static final String PAGE = "cyclecounter";

  private static final Pattern TOKEN = Pattern.compile("name=\"token\" value=\"([0-9a-f]{32})\"");

  void awaitPage() throws Exception {
    Container.await(() -> isThere(PAGE), FullStack.LIMIT, "page of the plug-in in the Web Console");
  }

  private boolean isThere(String page) {
    try {
      return stack.console(page).statusCode() == 200;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  String page() throws Exception {
    HttpResponse<String> page = stack.console(PAGE);
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
    return page.body();
  }

  String token() throws Exception {
    Matcher token = TOKEN.matcher(page());
    assertThat(token.find()).isTrue();
    return token.group(1);
  }

  HttpResponse<String> post(HttpRequest.Builder request, String form) throws Exception {
    return stack.send(
        request
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form)));
  }

  String progress() throws Exception {
    return stack.console(PAGE + "/progress.json").body().strip();
  }

  /** A console that has just been started registers anew, and has no page meanwhile. */
  void measure() throws Exception {
    Container.await(this::hasBegun, FullStack.LIMIT, "measurement");
  }

  private boolean hasBegun() {
    try {
      HttpResponse<String> page = stack.console(PAGE);
      Matcher token = TOKEN.matcher(page.body());
      if (page.statusCode() == 404 || !token.find()) {
        return false;
      }
      int status = post(stack.authorized(PAGE), "token=" + token.group(1)).statusCode();
      assertThat(status).isIn(303, 404);
      return status == 303;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  void awaitProgress(String state) throws Exception {
    Container.await(() -> has(state), FullStack.LIMIT.multipliedBy(3), "progress " + state);
  }

  private boolean has(String state) {
    try {
      return progress().startsWith("{\"state\":\"" + state + '"');
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
