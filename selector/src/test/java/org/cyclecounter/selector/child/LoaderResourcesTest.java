// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** Two class loaders as two bundles have them: one imports the other's package, not its files. */
class LoaderResourcesTest {

  private static final String IMPORTED = LoaderResourcesTest.class.getName();
  private static final String IMPORTED_FILE = IMPORTED.replace('.', '/') + ".class";
  private static final byte[] OWN = {1};
  private static final byte[] PRIVATE = {2};

  /** Defines the class, and alone sees the file beside it. */
  private static final class Exporter extends ClassLoader {
    Exporter() {
      super(null);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (!name.equals(IMPORTED)) {
        throw new ClassNotFoundException(name);
      }
      try (InputStream in = LoaderResourcesTest.class.getResourceAsStream("/" + IMPORTED_FILE)) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      return name.equals("library.so") ? new ByteArrayInputStream(PRIVATE) : null;
    }
  }

  private static final class Importer extends ClassLoader {
    private final ClassLoader exporter = new Exporter();

    Importer() {
      super(null);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      return exporter.loadClass(name);
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      return name.equals(IMPORTED_FILE) ? new ByteArrayInputStream(OWN) : null;
    }
  }

  private final LoaderResources resources = new LoaderResources(new Importer());

  @Test
  void findsFilesOfImportedClassOnceItWasGiven() throws IOException {
    assertThat(resources.find(PipeClassLoader.MAIN, "library.so")).isNull();
    assertThat(resources.find(PipeClassLoader.MAIN, IMPORTED_FILE)).hasBinaryContent(OWN);
    assertThat(resources.find(PipeClassLoader.MAIN, "library.so")).hasBinaryContent(PRIVATE);
  }
}
