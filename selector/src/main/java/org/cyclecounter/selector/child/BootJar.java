// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.cyclecounter.spi.nativelib.PrivateDirectory;

/**
 * A JAR of the few classes that can load all others over the pipe. Its directory must be private,
 * because the child executes its files; it is deleted as soon as the child is ready.
 */
final class BootJar {

  /**
   * With their nested classes, all that a child needs to load everything else over the pipe. If one
   * of these uses another class, add it here, or the child ends with a NoClassDefFoundError.
   */
  private static final List<Class<?>> CLASSES =
      List.of(Frame.class, ParentLink.class, PipeClassLoader.class);

  private BootJar() {}

  /** Writes the JAR, for a class path. A stopped bundle's class loader may throw anything. */
  static Path write(PrivateDirectory directory) throws IOException {
    LoaderResources own = new LoaderResources(BootJar.class.getClassLoader());
    ByteArrayOutputStream jar = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(jar)) {
      for (Class<?> outer : CLASSES) {
        for (Class<?> type : outer.getNestMembers()) {
          String name = type.getName().replace('.', '/') + ".class";
          Frame file = own.answer(new Frame(Frame.ASK, "" + PipeClassLoader.MAIN, name));
          if (file.type() != Frame.RESOURCE) {
            String why = file.texts()[0].isEmpty() ? name + " is missing" : file.texts()[0];
            throw new IOException("the selector's class loader does not give its classes: " + why);
          }
          zip.putNextEntry(new ZipEntry(name));
          zip.write(file.payload());
        }
      }
    }
    return directory.write("child.jar", jar.toByteArray());
  }
}
