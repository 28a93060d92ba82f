// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.spi.nativelib.PrivateDirectory;

/**
 * A JAR of the few classes that can load all others over the pipe. Its directory must be private,
 * because the child executes what is in it; it is deleted as soon as the child is ready.
 */
final class BootJar {

  /**
   * With the classes in them, all that a child needs to get everything else over the pipe. A class
   * that one of these begins to use must be added, or the child ends with a NoClassDefFoundError.
   */
  private static final List<Class<?>> CLASSES =
      List.of(Frames.class, ParentLink.class, PipeClassLoader.class);

  private BootJar() {}

  /** Writes the JAR, for a class path. */
  static Path write(PrivateDirectory directory) throws IOException {
    ByteArrayOutputStream jar = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(jar)) {
      for (Class<?> outer : CLASSES) {
        for (Class<?> type : outer.getNestMembers()) {
          String name = type.getName().replace('.', '/') + ".class";
          zip.putNextEntry(new ZipEntry(name));
          zip.write(read(name));
        }
      }
    }
    return directory.write("child.jar", jar.toByteArray());
  }

  /**
   * Reads a class file of the selector's own; a stopped bundle's class loader may throw anything.
   */
  private static byte[] read(String name) throws IOException {
    Throwable thrown = null;
    try (InputStream in = BootJar.class.getClassLoader().getResourceAsStream(name)) {
      if (in != null) {
        return in.readAllBytes();
      }
    } catch (RuntimeException | Error e) {
      thrown = e;
    }
    String why = thrown == null ? "it does not return its own class" : Reasons.of("", thrown);
    throw new IOException("the selector's class loader cannot load " + name + ": " + why);
  }
}
