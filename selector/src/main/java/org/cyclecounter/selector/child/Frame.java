// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A frame between a child JVM and its parent: some texts, unless its type has another payload. On
 * the pipe it is an int, the payload's length, a byte, the type, and the payload; to the parent
 * after 16 random bytes, which distinguish it from a provider's output to the same pipe. Uses
 * nothing but the JDK, as {@link ParentLink}.
 */
@SuppressWarnings("ArrayRecordComponent") // neither compared nor printed
public record Frame(byte type, byte[] payload) {

  /** To the parent: the child has loaded what it needs. */
  public static final byte READY = 1;

  /** To the parent: the number of a class loader, the name of a resource. */
  public static final byte ASK = 2;

  /** To the child, an answer: the bytes of the resource. */
  public static final byte RESOURCE = 3;

  /** To the child: it shall exit. */
  public static final byte END = 4;

  /** To the child, an answer: why it cannot have the resource; empty if there is none. */
  static final byte FAILED = 5;

  /** To the child: names and values of the program's own properties, by turns. */
  static final byte PROPERTIES = 6;

  /**
   * The longest payload to the parent, in bytes. A frame is one write of less than 4,096 bytes,
   * which Linux does not mix with what others write to the pipe (pipe(7), PIPE_BUF; 512 on macOS
   * and FreeBSD).
   */
  public static final int MAX_PAYLOAD = 4000;

  /** For frames to the child: no other process writes there. */
  static final byte[] NO_MAGIC = {};

  private static final int MAGIC = 16;
  private static final int HEAD = 5;
  private static final String BETWEEN = "\0";

  /** Makes a frame of texts, without the character 0. */
  public Frame(byte type, String... texts) {
    this(type, String.join(BETWEEN, texts).getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the texts, at least one. */
  public String[] texts() {
    return new String(payload, StandardCharsets.UTF_8).split(BETWEEN, -1);
  }

  /**
   * Makes the bytes that begin the frames of one child: -1, which is in no text, and smaller ones.
   * No secret from a provider: SecureRandom costs 30 ms, cold start 6.
   */
  static byte[] magic() {
    byte[] magic = new byte[MAGIC];
    ThreadLocalRandom.current().nextBytes(magic);
    for (int i = 1; i < MAGIC; i++) {
      magic[i] &= Byte.MAX_VALUE;
    }
    magic[0] = -1;
    return magic;
  }

  /**
   * Composes a frame, which is to be written by one call.
   *
   * @param magic the random bytes; none to the child
   */
  static byte[] encode(byte[] magic, Frame frame) {
    byte[] payload = frame.payload();
    if (magic.length > 0 && payload.length > MAX_PAYLOAD) {
      throw new IllegalArgumentException("a frame of " + payload.length + " bytes");
    }
    ByteBuffer bytes = ByteBuffer.allocate(magic.length + HEAD + payload.length);
    return bytes.put(magic).putInt(payload.length).put(frame.type()).put(payload).array();
  }

  /**
   * Reads the next frame.
   *
   * @param magic the random bytes that it begins with; none to the child
   * @param other gets all that comes before
   */
  static Frame read(DataInputStream in, byte[] magic, int maxPayload, OutputStream other)
      throws IOException {
    for (int matched = 0; matched < magic.length; ) {
      int next = in.read();
      if (next < 0 || (byte) next != magic[matched]) {
        other.write(magic, 0, matched);
        matched = 0; // a frame can begin only here: its first byte is not among the rest
      }
      if (next < 0) {
        throw new EOFException();
      } else if ((byte) next == magic[matched]) {
        matched++;
      } else {
        other.write(next);
      }
    }
    int length = in.readInt();
    byte type = in.readByte();
    if (length < 0 || length > maxPayload) {
      throw new IOException("a frame of " + length + " bytes");
    }
    byte[] payload = new byte[length];
    in.readFully(payload);
    return new Frame(type, payload);
  }
}
