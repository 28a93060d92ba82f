package org.cyclecounter.selector.isolation;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.cyclecounter.selector.isolation.Protocol.Step;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TickSource;

/**
 * The child process: opens, reads and closes each counter it is told of, and says so beforehand.
 */
public final class ChildMain {

  private static final int READS = 3;

  private final OutputStream pipe;
  private final String word;

  private ChildMain(OutputStream pipe, String word) {
    this.pipe = pipe;
    this.word = word;
  }

  /**
   * Started by {@link ChildJvmIsolator} only.
   *
   * @param arguments none
   * @throws IOException if the parent is gone
   */
  public static void main(String[] arguments) throws IOException {
    OutputStream pipe = ownPipe();
    System.setOut(new PrintStream(OutputStream.nullOutputStream()));
    System.setErr(new PrintStream(OutputStream.nullOutputStream()));
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String word = in.readLine();
    ChildMain child = new ChildMain(pipe, word);
    var candidates = in.lines().map(line -> line.split("\t")).toList();
    child.say(-1, Step.READY, "");
    for (int i = 0; i < candidates.size(); i++) {
      child.tryOnOwnThread(i, candidates.get(i)[0], candidates.get(i)[1]);
    }
    // Not exit: a provider may have left threads or shutdown hooks behind.
    Runtime.getRuntime().halt(0);
  }

  /** A descriptor of our own where the system can give one: a provider may close descriptor 1. */
  private static OutputStream ownPipe() {
    for (String path : new String[] {"/proc/self/fd/1", "/dev/fd/1"}) {
      try {
        return new FileOutputStream(path);
      } catch (IOException e) {
        continue; // not this system's way
      }
    }
    return new FileOutputStream(FileDescriptor.out);
  }

  /**
   * What a counter sets up for its thread, such as the right to read a register, must not make the
   * next one work.
   */
  private void tryOnOwnThread(int index, String provider, String name) {
    Thread thread =
        new Thread(
            () -> {
              try {
                tryOne(index, provider, name);
              } catch (IOException e) {
                // The parent is gone.
                Runtime.getRuntime().halt(1);
              }
            },
            "cyclecounter-trial");
    thread.start();
    boolean ended = false;
    while (!ended) {
      try {
        thread.join();
        ended = true;
      } catch (InterruptedException e) {
        continue; // a provider's doing
      }
    }
  }

  private void tryOne(int index, String provider, String name) throws IOException {
    try {
      say(index, Step.OPENING, "");
      TickSource source = find(provider, name).open();
      if (source == null) {
        say(index, Step.FAILED, "open() gave null");
        return;
      }
      say(index, Step.READING, "");
      for (int i = 0; i < READS; i++) {
        source.ticks();
        source.startTicks();
        source.stopTicks();
      }
      say(index, Step.CLOSING, "");
      source.close();
      say(index, Step.PASSED, "");
    } catch (CounterUnavailableException e) {
      say(index, Step.FAILED, String.valueOf(e.getMessage()));
    } catch (Throwable e) {
      say(index, Step.FAILED, "it threw " + e);
    }
  }

  private void say(int index, Step step, String text) throws IOException {
    pipe.write(Protocol.line(word, index, step, text).getBytes(StandardCharsets.UTF_8));
    pipe.flush();
  }

  private static CounterSource find(String providerName, String name)
      throws ReflectiveOperationException {
    CycleCounterProvider provider = provider(providerName);
    for (CounterSource source : provider.counters()) {
      if (name.equals(source.name())) {
        return source;
      }
    }
    throw new IllegalStateException(
        "in a process of its own " + providerName + " does not offer " + name);
  }

  private static CycleCounterProvider provider(String name) throws ReflectiveOperationException {
    var services =
        ServiceLoader.load(CycleCounterProvider.class, ChildMain.class.getClassLoader()).stream()
            .iterator();
    while (true) {
      try {
        if (!services.hasNext()) {
          break;
        }
        var service = services.next();
        if (service.type().getName().equals(name)) {
          return service.get();
        }
      } catch (ServiceConfigurationError e) {
        continue; // of another provider
      }
    }
    return (CycleCounterProvider) Class.forName(name).getConstructor().newInstance();
  }
}
