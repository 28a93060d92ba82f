// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * A child JVM's connection to its parent ({@link Protocol}); {@link ChildConnection} is the other
 * end. Uses nothing but the JDK, because it is there before anything else can be loaded. Public,
 * like all that {@link PipeClassLoader}'s classes of this package use: the same package of another
 * class loader is another package to the JVM.
 */
public final class ParentConnection implements Runnable {

  /** Sent instead of a resource's length: the class loader does not have it. */
  static final int NOT_THERE = -1;

  /** Sent instead of a resource's length: the class loader threw; a sentence follows. */
  static final int LOADER_THREW = -2;

  /** Sent instead of a resource's length: further requests follow. */
  static final int MORE = -3;

  /** Stands for null in the queue, by identity: an empty resource is another array. */
  private static final byte[] NONE = {};

  /** This process's; null in a JVM that is no child. */
  private static volatile @Nullable ParentConnection only;

  private final DataInputStream in;
  private final OutputStream out;
  private final ChildTask task;

  /** Bytes, or the sentence of a {@link LoaderException}. */
  private final BlockingQueue<Object> resources = new LinkedBlockingQueue<>();

  private final BlockingQueue<List<ChildTask.Counter>> requests = new LinkedBlockingQueue<>();

  /** Thrown where one of the parent's class loaders threw instead of giving a resource. */
  public static final class LoaderException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private LoaderException(String message) {
      super(message);
    }
  }

  private ParentConnection() throws IOException {
    in = new DataInputStream(new FileInputStream(FileDescriptor.in));
    System.setIn(InputStream.nullInputStream()); // a provider must not take the parent's answers
    out = ownOutput();
    task = ChildTask.read(in);
  }

  /**
   * Returns true if this JVM is a child, which must not start another; known before any provider's
   * code runs. No property and no environment variable says so, because those are handed on to
   * programs that a provider starts.
   */
  public static boolean isConnected() {
    return only != null;
  }

  /** Connects to the parent at the first call; always returns the same connection. */
  public static synchronized ParentConnection connect() throws IOException {
    ParentConnection connection = only;
    if (connection == null) {
      connection = new ParentConnection();
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

  /** Returns the task, which has been read before anything else was. */
  public ChildTask task() {
    return task;
  }

  /** Waits for further requests; there may be none before this process ends. */
  public List<ChildTask.Counter> more() {
    while (true) {
      try {
        return requests.take();
      } catch (InterruptedException e) {
        continue; // a provider has left a thread that interrupts this one
      }
    }
  }

  /** Sends lines, which contain their line breaks. */
  public synchronized void send(String lines) throws IOException {
    out.write(lines.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /**
   * Requests a resource from a class loader of the parent; null if that does not have it. One
   * request at a time, because the answers carry no number. May be called by any thread that loads
   * a class, with that class loader's lock held; the reader takes no lock but the queue's.
   */
  public byte @Nullable [] resource(int loader, String name) throws IOException {
    synchronized (resources) {
      send("\n" + task.word() + " " + loader + " RESOURCE " + name + "\n");
      while (true) {
        try {
          Object resource = resources.take();
          if (resource instanceof String problem) {
            throw new LoaderException(problem);
          }
          return resource == NONE ? null : (byte[]) resource;
        } catch (InterruptedException e) {
          continue; // a provider interrupts the thread that loads its classes
        }
      }
    }
  }

  /**
   * Receives the parent's answers; ends this process with the parent. By {@code halt}, because
   * shutdown hooks may be a provider's.
   */
  @Override
  public void run() {
    try {
      while (true) {
        int length = in.readInt();
        if (length == LOADER_THREW) {
          resources.add(in.readUTF());
        } else if (length == MORE) {
          requests.add(ChildTask.readCounters(in));
        } else {
          resources.add(length == NOT_THERE ? NONE : in.readNBytes(length));
        }
      }
    } catch (EOFException e) {
      Runtime.getRuntime().halt(1);
    } catch (IOException e) {
      Runtime.getRuntime().halt(2);
    }
  }
}
