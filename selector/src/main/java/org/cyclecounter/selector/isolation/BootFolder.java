// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.cyclecounter.selector.report.ChildReasons;
import org.cyclecounter.spi.nativelib.PrivateDirectory;

/**
 * A folder that no other user can write to, with a JAR of the few classes that can load all others
 * over the pipe. The folder must be private because the child executes what is in it; it is deleted
 * as soon as the child has opened the JAR.
 */
final class BootFolder implements AutoCloseable {

  /**
   * All that a child needs to get everything else over the pipe. A class that one of these begins
   * to use must be added, or the child ends with a NoClassDefFoundError.
   */
  private static final List<Class<?>> CLASSES =
      List.of(
          ParentConnection.class,
          ParentConnection.LoaderException.class,
          ParentConnection.Resource.class,
          ParentConnection.MissingEnd.class,
          PipeClassLoader.class,
          PipeClassLoader.Handler.class,
          PipeClassLoader.Handler.Connection.class,
          ChildTask.class,
          ChildTask.Counter.class);

  private final PrivateDirectory directory;

  /** Creates an empty folder; throws if none can be had that is safe. */
  BootFolder() throws IOException {
    directory = PrivateDirectory.create();
  }

  /** Writes the JAR, for a class path. */
  Path writeJar() throws IOException {
    ByteArrayOutputStream jar = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(jar)) {
      for (Class<?> type : CLASSES) {
        String name = type.getName().replace('.', '/') + ".class";
        zip.putNextEntry(new ZipEntry(name));
        zip.write(read(name));
      }
    }
    return directory.write("child.jar", jar.toByteArray());
  }

  /**
   * Reads a class file of the selector's own; a stopped bundle's class loader may throw anything.
   */
  private static byte[] read(String name) throws IOException {
    Throwable thrown = null;
    try (InputStream in = ChildMain.class.getClassLoader().getResourceAsStream(name)) {
      if (in != null) {
        return in.readAllBytes();
      }
    } catch (RuntimeException | Error e) {
      thrown = e;
    }
    throw new IOException(ChildReasons.noBootClass(name, thrown));
  }

  /** Deletes the folder; does nothing the second time. */
  @Override
  public void close() {
    directory.close();
  }
}
