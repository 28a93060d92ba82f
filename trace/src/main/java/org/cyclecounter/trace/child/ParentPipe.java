// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The child JVM's side of its standard input and output, on which the operation may print, too. */
public final class ParentPipe {

  /** A write of no more cannot be cut in two by another, pipe(7). */
  private static final int MAX_BYTES = 4096;

  private final String word;
  private final OutputStream out = new FileOutputStream(FileDescriptor.out);

  /** Takes the word that the parent knows lines by. */
  public ParentPipe(String word) {
    this.word = word;
  }

  /** Ends this process when its parent does, from now on; the library is loaded. */
  public static void endWithParent() {
    Thread thread = new Thread(Stepper::endWithParent, "cyclecounter-parent");
    thread.setDaemon(true);
    thread.start();
  }

  /** Sends a line in one write; a long one is cut. */
  public void send(ChildLine kind, String text) throws IOException {
    String line = "\n" + word + " " + kind + " " + text.replace('\n', ' ');
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, MAX_BYTES - 1);
    byte[] whole = Arrays.copyOf(bytes, length + 1);
    whole[length] = '\n';
    out.write(whole);
  }
}
