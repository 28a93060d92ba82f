// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import java.io.IOException;
import java.io.InputStream;

/** Has copies of some classes, and so of the libraries that they load, for itself. */
final class Deployment extends ClassLoader {

  private final String prefix;

  /** Copies the classes whose names begin so. */
  Deployment(String prefix) {
    super(Deployment.class.getClassLoader());
    this.prefix = prefix;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(prefix)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      byte[] bytes = in == null ? new byte[0] : in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
