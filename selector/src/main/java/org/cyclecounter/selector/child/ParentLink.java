// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HexFormat;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A child JVM's end of the connection to its parent; {@link ChildJvm} is the other end. Uses
 * nothing but the JDK, because it runs before anything else can be loaded. Public, like all that
 * the classes that {@link PipeClassLoader} loads use of this package: the same package of another
 * class loader is another package to the JVM.
 */
public final class ParentLink implements Runnable {

  /**
   * The interval at which answers are polled while this JVM exits: HotSpot's exit waits 300 ms for
   * a thread that stands in a native read.
   */
  private static final long POLL_NS = 1_000_000;

  /** This process's; null in a JVM that is no child. */
  private static volatile @Nullable ParentLink only;

  private final String own = process();
  private final byte[] magic;
  private final DataInputStream in;
  private final OutputStream out;
  private final BlockingQueue<Frame> answers = new LinkedBlockingQueue<>();
  private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();

  private ParentLink(byte[] magic) {
    this.magic = magic;
    in = new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
    System.setIn(InputStream.nullInputStream()); // a provider must not take the parent's answers
    OutputStream output;
    try { // under another descriptor, where the system can give one: a provider may close this one
      output = new FileOutputStream("/dev/fd/1");
    } catch (IOException e) {
      output = new FileOutputStream(FileDescriptor.out);
    }
    out = output;
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
   * @param magicHex the first argument of the child's program
   */
  public static synchronized ParentLink connect(String magicHex) {
    ParentLink link = only;
    if (link == null) {
      link = new ParentLink(HexFormat.of().parseHex(magicHex));
      only = link;
      Thread reader = new Thread(link, "cyclecounter-pipe");
      reader.setDaemon(true);
      reader.start();
    }
    return link;
  }

  /** Names this process; {@link ProcessHandle} gives a copy of it the original's number. */
  private static String process() {
    try {
      return new File("/proc/self").getCanonicalPath();
    } catch (IOException e) {
      return ""; // another system, always
    }
  }

  /**
   * Sends a frame; ends this process if the parent is gone. Never returns in a copy of this process
   * (fork), which would take the original's answers: there it stays, to be found.
   */
  public synchronized void send(Frame frame) {
    while (!process().equals(own)) {
      LockSupport.park();
    }
    try {
      out.write(Frame.encode(magic, frame));
    } catch (IOException e) {
      Runtime.getRuntime().halt(1);
    }
  }

  /** Waits for the next frame that is no answer, if need be until this process ends. */
  public Frame next() {
    return take(frames);
  }

  private static Frame take(BlockingQueue<Frame> queue) {
    while (true) {
      try {
        return queue.take();
      } catch (InterruptedException e) {
        continue; // by a provider's class while it is loaded, or by a provider's thread
      }
    }
  }

  /**
   * Requests a resource from a class loader of the parent; null if that does not have it. One
   * request at a time, because the answers carry no number. May be called by any thread that loads
   * a class, with that class loader's lock held; the reader takes no lock but the queue's.
   *
   * @throws LinkageError if that class loader throws
   */
  byte @Nullable [] resource(int loader, String name) {
    synchronized (answers) {
      send(new Frame(Frame.ASK, "" + loader, name));
      Frame answer = take(answers);
      if (answer.type() == Frame.RESOURCE) {
        return answer.payload();
      }
      String problem = answer.texts()[0];
      if (problem.isEmpty()) {
        return null;
      }
      throw new LinkageError(problem);
    }
  }

  /**
   * Receives the parent's frames. Ends this process when the parent has ended, or if there is no
   * memory for an answer, for which a provider's thread would wait for ever; by {@code halt},
   * because shutdown hooks may be a provider's.
   */
  @Override
  public void run() {
    boolean isEnding = false;
    try {
      while (true) {
        while (isEnding && in.available() == 0) {
          LockSupport.parkNanos(POLL_NS);
        }
        Frame frame = Frame.read(in, Frame.NO_MAGIC, Integer.MAX_VALUE, out);
        byte type = frame.type();
        if (type == Frame.PROPERTIES) {
          adopt(frame.texts());
        } else {
          (type == Frame.RESOURCE || type == Frame.FAILED ? answers : frames).add(frame);
        }
        isEnding |= type == Frame.END;
      }
    } catch (IOException | OutOfMemoryError e) {
      Runtime.getRuntime().halt(1);
    }
  }

  /** Sets the program's properties, but none that this JVM has of its own, such as user.dir. */
  private static void adopt(String[] texts) {
    for (int i = 0; i + 1 < texts.length; i += 2) {
      Object unusedOwn = System.getProperties().putIfAbsent(texts[i], texts[i + 1]);
    }
  }
}
