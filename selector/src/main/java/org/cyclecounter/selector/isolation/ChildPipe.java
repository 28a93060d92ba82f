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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The child JVM's end of the pipe ({@link Protocol}). Uses nothing but the JDK, because it is there
 * before anything else can be loaded.
 */
public final class ChildPipe implements Runnable {

  /** The texts of one counter. */
  private static final int FIELDS = 5;

  /** In the place of a resource's length: the class loader does not have it. */
  static final int NOT_THERE = -1;

  /** In the place of a resource's length: the class loader threw; a sentence follows. */
  static final int LOADER_THREW = -2;

  private static final byte[] NONE = {};
  private static volatile @Nullable ChildPipe only;

  private final DataInputStream in;
  private final OutputStream out;
  private final String word;
  private final long parent;
  private final List<String[]> counters = new ArrayList<>();

  /** Bytes, or the sentence of a {@link LoaderException}. */
  private final BlockingQueue<Object> resources = new LinkedBlockingQueue<>();

  /**
   * One of the parent's class loaders threw instead of giving a resource. Public, as all that other
   * class loaders' classes of this package use.
   */
  public static final class LoaderException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private LoaderException(String message) {
      super(message);
    }
  }

  private ChildPipe() throws IOException {
    in = new DataInputStream(new FileInputStream(FileDescriptor.in));
    System.setIn(InputStream.nullInputStream());
    out = ownOutput();
    word = in.readUTF();
    parent = in.readLong();
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      String[] counter = new String[FIELDS];
      for (int field = 0; field < FIELDS; field++) {
        counter[field] = in.readUTF();
      }
      counters.add(counter);
    }
  }

  /**
   * Whether this JVM is a child, which must not start another: so before any provider's code runs.
   * No property and no environment variable says so, because those are handed on to programs that a
   * provider starts.
   */
  public static boolean isConnected() {
    return only != null;
  }

  /** Connects to the parent, once; always the same pipe. */
  public static synchronized ChildPipe connect() throws IOException {
    ChildPipe pipe = only;
    if (pipe == null) {
      pipe = new ChildPipe();
      only = pipe;
      Thread reader = new Thread(pipe, "cyclecounter-pipe");
      reader.setDaemon(true);
      reader.start();
    }
    return pipe;
  }

  /** A descriptor of our own where the system can give one: a provider may close descriptor 1. */
  private static OutputStream ownOutput() {
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
   * For each counter its provider, its name, a class loader's number, how many reads and how many
   * ordered reads.
   */
  public List<String[]> counters() {
    return counters;
  }

  /** Begins every line to the parent. */
  public String word() {
    return word;
  }

  public long parent() {
    return parent;
  }

  /** Sends a line, which has its line breaks. */
  public synchronized void send(String line) throws IOException {
    out.write(line.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** Asks the parent for a resource; null if the class loader of that number does not have it. */
  public byte @Nullable [] resource(int loader, String name) throws IOException {
    synchronized (resources) {
      send("\n" + word + " " + loader + " RESOURCE " + name + "\n");
      while (true) {
        try {
          Object resource = resources.take();
          if (resource instanceof String problem) {
            throw new LoaderException(problem);
          }
          return resource == NONE ? null : (byte[]) resource;
        } catch (InterruptedException e) {
          continue; // a provider's doing
        }
      }
    }
  }

  /** Takes the parent's answers; ends this process with the parent. */
  @Override
  public void run() {
    try {
      while (true) {
        int length = in.readInt();
        if (length == LOADER_THREW) {
          resources.add(in.readUTF());
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
