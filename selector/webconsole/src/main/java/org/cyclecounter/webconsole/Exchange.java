package org.cyclecounter.webconsole;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A request and its response, of whichever servlet API. */
interface Exchange {

  /** The HTTP method. */
  String method();

  /** The path within the console; null for none. */
  @Nullable String path();

  /** A parameter of the form; null for none. */
  @Nullable String parameter(String name);

  /** What the console says of the request; null for nothing. */
  @Nullable Object attribute(String name);

  /** Sets the response's status. */
  void status(int code);

  /** Sets a header of the response. */
  void header(String name, String value);

  /** Sends a body, as UTF-8. */
  void send(String type, String body) throws IOException;
}
