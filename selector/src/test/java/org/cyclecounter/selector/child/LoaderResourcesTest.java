// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;

/** Two class loaders as two bundles have them: one imports the other's package, not its files. */
class LoaderResourcesTest {

  private static final String IMPORTED_FILE =
      LoaderResourcesTest.class.getName().replace('.', '/') + ".class";
  private static final byte[] OWN = {1};
  private static final byte[] PRIVATE = {2};

  /** Defines the class, and alone sees the file beside it. */
  private final ClassLoader exporter =
      new URLClassLoader(
          new URL[] {LoaderResourcesTest.class.getProtectionDomain().getCodeSource().getLocation()},
          null) {
        @Override
        public InputStream getResourceAsStream(String name) {
          return name.equals("library.so") ? new ByteArrayInputStream(PRIVATE) : null;
        }
      };

  private final ClassLoader importer =
      new ClassLoader(null) {
        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
          return exporter.loadClass(name);
        }

        @Override
        public InputStream getResourceAsStream(String name) {
          return name.equals(IMPORTED_FILE) ? new ByteArrayInputStream(OWN) : null;
        }
      };

  private final LoaderResources resources = new LoaderResources(importer);

  @Test
  void findsFilesOfImportedClassOnceItWasGiven() throws IOException {
    assertThat(resources.find(PipeClassLoader.MAIN, "library.so")).isNull();
    assertThat(resources.find(PipeClassLoader.MAIN, IMPORTED_FILE)).hasBinaryContent(OWN);
    assertThat(resources.find(PipeClassLoader.MAIN, "library.so")).hasBinaryContent(PRIVATE);
  }
}
