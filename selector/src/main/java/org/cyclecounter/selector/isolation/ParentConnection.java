// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * A child JVM's connection to its parent ({@link Protocol}); {@link ChildProcess} is the other end.
 * Uses nothing but the JDK, because it is there before anything else can be loaded. Public, like
 * all that {@link PipeClassLoader}'s classes of this package use: the same package of another class
 * loader is another package to the JVM.
 */
public final class ParentConnection implements Runnable {

  /** The longest piece of a resource, in bytes. */
  static final int PIECE = 64 * 1024;

  /** Sent instead of a piece's length, after the last one: why the rest is missing follows. */
  static final int END = 0;

  /** Sent instead of the first piece's length: the class loader does not have the resource. */
  static final int NOT_THERE = -1;

  /** Sent between two answers: a {@link ChildTask} follows. */
  static final int TASK = -2;

  /** This process's; null in a JVM that is no child. */
  private static volatile @Nullable ParentConnection only;

  private final String word;
  private final DataInputStream in;
  private final OutputStream out;

  /** The reader's alone. */
  private final byte[] piece = new byte[PIECE];

  private final BlockingQueue<Optional<Resource>> resources = new LinkedBlockingQueue<>();
  private final BlockingQueue<ChildTask> tasks = new LinkedBlockingQueue<>();

  /** The request that is being met; null before the first one. */
  private volatile @Nullable ChildTask task;

  /** Thrown where one of the parent's class loaders threw instead of giving a resource. */
  public static final class LoaderException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private LoaderException(String message) {
      super(message);
    }
  }

  /**
   * A resource, in the pieces in which it came: one array of all would need the memory twice, in a
   * heap that is small. Immutable.
   *
   * @param problem why its end is missing; empty if it is whole
   */
  record Resource(List<byte[]> pieces, String problem) {

    /** Begins to read; a missing end is an IOException. */
    InputStream stream() {
      List<InputStream> streams = new ArrayList<>();
      for (byte[] piece : pieces) {
        streams.add(new ByteArrayInputStream(piece));
      }
      streams.add(problem.isEmpty() ? InputStream.nullInputStream() : missingEnd());
      return new SequenceInputStream(Collections.enumeration(streams));
    }

    @SuppressWarnings("InputStreamSlowMultibyteRead") // no read gives anything
    private InputStream missingEnd() {
      return new InputStream() {
        @Override
        public int read() throws IOException {
          throw new IOException(problem);
        }
      };
    }

    /** Returns all of it; throws if its end is missing. */
    byte[] bytes() {
      if (!problem.isEmpty()) {
        throw new LoaderException(problem);
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      for (byte[] piece : pieces) {
        bytes.writeBytes(piece);
      }
      return bytes.toByteArray();
    }
  }

  private ParentConnection(String word) {
    this.word = word;
    in = new DataInputStream(new FileInputStream(FileDescriptor.in));
    System.setIn(InputStream.nullInputStream()); // a provider must not take the parent's answers
    out = ownOutput();
  }

  /**
   * Returns true if this JVM is a child, which must not start another; known before any provider's
   * code runs. No property and no environment variable says so, because those are handed on to
   * programs that a provider starts.
   */
  public static boolean isConnected() {
    return only != null;
  }

  /**
   * Connects to the parent at the first call; always returns the same connection.
   *
   * @param word begins each line of this child's; random, so that no provider prints it by chance
   */
  public static synchronized ParentConnection connect(String word) {
    ParentConnection connection = only;
    if (connection == null) {
      connection = new ParentConnection(word);
      only = connection;
      Thread reader = new Thread(connection, "cyclecounter-pipe");
      reader.setDaemon(true);
      reader.start();
    }
    return connection;
  }

  /**
   * Opens the standard output under another descriptor, where the system can give one: a provider
   * may close descriptor 1.
   */
  private static OutputStream ownOutput() {
    for (String path : new String[] {"/proc/self/fd/1", "/dev/fd/1"}) {
      try {
        return new FileOutputStream(path);
      } catch (IOException e) {
        continue; // this system has no such path
      }
    }
    return new FileOutputStream(FileDescriptor.out);
  }

  /** Waits for the next request; there may be none before this process ends. */
  public ChildTask next() {
    task = take(tasks);
    return task();
  }

  /** Returns the request that is being met: the last one of {@link #next}. */
  public ChildTask task() {
    return Objects.requireNonNull(task);
  }

  private static <T> T take(BlockingQueue<T> queue) {
    while (true) {
      try {
        return queue.take();
      } catch (InterruptedException e) {
        continue; // by a provider: by what its class does while it is loaded, or by its threads
      }
    }
  }

  /** Formats a line, with its line breaks. */
  static String line(String word, String step, String text) {
    return "\n" + word + " " + step + " " + text + "\n";
  }

  /** Sends a line, of a text without line breaks; ends this process if the parent is gone. */
  public synchronized void report(String step, String text) {
    try {
      out.write(line(word, step, text).getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      Runtime.getRuntime().halt(1);
    }
  }

  /**
   * Requests a resource from a class loader of the parent; null if that does not have it. One
   * request at a time, because the answers carry no number. May be called by any thread that loads
   * a class, with that class loader's lock held; the reader takes no lock but the queue's.
   */
  @Nullable Resource resource(int loader, String name) {
    synchronized (resources) {
      report("RESOURCE", loader + " " + name);
      return take(resources).orElse(null);
    }
  }

  /**
   * Receives what the parent sends; ends this process with the parent. By {@code halt}, because
   * shutdown hooks may be a provider's.
   */
  @Override
  public void run() {
    try {
      while (true) {
        int length = in.readInt();
        if (length == TASK) {
          tasks.add(ChildTask.read(in));
        } else {
          resources.add(answer(length));
        }
      }
    } catch (IOException e) {
      Runtime.getRuntime().halt(1);
    }
  }

  /** Receives one answer. Hazard: without one, a provider's thread would wait for ever. */
  private Optional<Resource> answer(int first) throws IOException {
    List<byte[]> pieces = new ArrayList<>();
    String problem = "";
    int length = first;
    for (; length > END; length = in.readInt()) {
      in.readFully(piece, 0, length);
      if (problem.isEmpty()) {
        try {
          pieces.add(Arrays.copyOf(piece, length));
        } catch (OutOfMemoryError e) {
          pieces.clear();
          problem = "a child JVM's heap has no room for it";
        }
      }
    }
    if (length == NOT_THERE) {
      return Optional.empty();
    }
    String sent = in.readUTF();
    return Optional.of(new Resource(pieces, problem.isEmpty() ? sent : problem));
  }
}
