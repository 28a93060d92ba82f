// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Pauses and restores a guest by qemu's monitor, as it asks by its second serial line. */
final class GuestHost extends Thread {

  private static final String PROMPT = "(qemu) ";

  private final Path line;
  private final Path monitor;

  /** The commands, and what the monitor said to them. */
  private final List<String> said = new CopyOnWriteArrayList<>();

  GuestHost(Path folder) {
    super("guest-host");
    setDaemon(true);
    line = folder.resolve("line");
    monitor = folder.resolve("monitor");
  }

  /** The options of qemu, separated by blanks. */
  String options() {
    String socket = "unix:%s,server=on,wait=off";
    return "-m 1024 -serial stdio -serial "
        + socket.formatted(line)
        + " -monitor "
        + socket.formatted(monitor);
  }

  List<String> said() {
    return List.copyOf(said);
  }

  /** Serves a guest, and the next one once that has ended. */
  @Override
  public void run() {
    try {
      while (true) {
        serve();
        Thread.sleep(100);
      }
    } catch (InterruptedException e) {
      return; // the last one has ended
    }
  }

  private void serve() throws InterruptedException {
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(line))) {
      InputStream in = Channels.newInputStream(channel);
      BufferedReader reader =
          new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
      for (String asked = reader.readLine(); asked != null; asked = reader.readLine()) {
        obey(asked);
        write(channel, "done\n");
      }
    } catch (IOException e) {
      return; // it has not begun, or has ended
    }
  }

  private void obey(String asked) throws IOException, InterruptedException {
    switch (asked) {
      case "pause" -> {
        command("stop");
        Thread.sleep(2000);
        command("cont");
      }
      case "restore" -> {
        command("savevm clock");
        Thread.sleep(2000); // it runs on, and forgets that
        command("loadvm clock");
      }
      default -> said.add("unknown: " + asked);
    }
  }

  private void command(String command) throws IOException {
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(monitor))) {
      InputStream in = Channels.newInputStream(channel);
      toPrompt(in);
      write(channel, command + "\n");
      said.add(toPrompt(in));
    }
  }

  private static String toPrompt(InputStream in) throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.indexOf(PROMPT) < 0) {
      int read = in.read();
      if (read < 0) {
        throw new IOException("the monitor has ended: " + text);
      }
      text.append((char) read);
    }
    return text.toString();
  }

  private static void write(SocketChannel channel, String text) throws IOException {
    channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
  }
}
