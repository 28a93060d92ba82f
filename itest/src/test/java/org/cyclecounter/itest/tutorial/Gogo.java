// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.tutorial;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A container's shell, talked to as a person does. */
final class Gogo implements AutoCloseable {

  private static final String PROMPT = "g! ";
  private static final String END = "end-of-reply";
  private static final long MAX_REPLY_S = 300;

  private final Process process;
  private final Writer commands;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  Gogo(ProcessBuilder builder) throws IOException, InterruptedException {
    process = builder.redirectErrorStream(true).start();
    commands = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
    Thread reader = new Thread(this::read, "shell");
    reader.setDaemon(true);
    reader.start();
    run(""); // it greets, and newer Java may warn of the container
  }

  private void read() {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line; (line = out.readLine()) != null; ) {
        lines.add(line);
      }
    } catch (IOException e) {
      lines.add(e.toString());
    }
  }

  /** Runs a command and returns its output, without empty lines at the end. */
  List<String> run(String command) throws IOException, InterruptedException {
    commands.write(command + "\necho " + END + "\n");
    commands.flush();
    List<String> reply = new ArrayList<>();
    while (true) {
      String line = lines.poll(MAX_REPLY_S, TimeUnit.SECONDS);
      if (line == null) {
        throw new AssertionError(
            "the shell does not end its reply to '" + command + "' after " + reply);
      }
      while (line.startsWith(PROMPT)) {
        line = line.substring(PROMPT.length());
      }
      int end = line.indexOf(END);
      if (end < 0) {
        reply.add(line);
        continue;
      }
      String last = line.substring(0, end);
      if (last.endsWith(PROMPT)) {
        last = last.substring(0, last.length() - PROMPT.length());
      }
      reply.add(last);
      while (!reply.isEmpty() && reply.get(reply.size() - 1).isBlank()) {
        reply.remove(reply.size() - 1);
      }
      return reply;
    }
  }

  /** Leaves the shell, which ends the container. */
  @Override
  public void close() throws IOException {
    try {
      commands.write("exit 0\n");
      commands.close();
      if (!process.waitFor(MAX_REPLY_S, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("the container does not end; it said " + lines);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
