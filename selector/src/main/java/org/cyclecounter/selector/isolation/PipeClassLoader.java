// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.cyclecounter.selector.isolation.ParentConnection.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Stands, in a child JVM, for one of the parent's class loaders: requests every class and resource
 * over the pipe. So a provider can be probed whatever class loader it has, such as an OSGi
 * bundle's, whose classes are in no file that a class path could name. Uses nothing but the JDK.
 *
 * <p>This project's own classes come from the parent class loader, so that all providers share one
 * {@code CounterSource}; a provider's from the pipe. The JDK's are the platform class loader's,
 * which is asked before the pipe.
 */
public final class PipeClassLoader extends ClassLoader {

  private static final String SHARED = "org.cyclecounter.";

  private final ParentConnection connection;
  private final int number;

  /** Stands for the class loader of that number in the parent ({@link ChildConnection#number}). */
  public PipeClassLoader(ParentConnection connection, int number, ClassLoader parent) {
    super(parent);
    this.connection = connection;
    this.number = number;
  }

  /** Starts a child that has not even the selector on its class path: loads it over the pipe. */
  public static void main(String[] arguments) throws Throwable {
    new PipeClassLoader(ParentConnection.connect(), 0, PipeClassLoader.class.getClassLoader())
        .loadClass("org.cyclecounter.selector.isolation.ChildMain")
        .getMethod("main", String[].class)
        .invoke(null, (Object) arguments);
  }

  /** Does not ask the parent first: the child's class path is not the provider's. */
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      try {
        return name.startsWith(SHARED)
            ? getParent().loadClass(name)
            : getPlatformClassLoader().loadClass(name);
      } catch (ClassNotFoundException e) {
        return findClass(name);
      }
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    Resource file = connection.resource(number, name.replace('.', '/') + ".class");
    if (file == null) {
      throw new ClassNotFoundException(name);
    }
    byte[] bytes = file.bytes();
    return defineClass(name, bytes, 0, bytes.length);
  }

  /**
   * Does not ask the parent class loader: its resources are the child's, not the provider's. {@code
   * getResourceAsStream} asks here.
   */
  @Override
  public @Nullable URL getResource(String name) {
    Resource resource = connection.resource(number, name);
    if (resource == null) {
      return null;
    }
    try {
      return new URL(null, "pipe:/" + name, new Handler(resource));
    } catch (MalformedURLException e) {
      return null;
    }
  }

  @Override
  public Enumeration<URL> getResources(String name) {
    URL url = getResource(name);
    return Collections.enumeration(url == null ? List.of() : List.of(url));
  }

  /** Gives the bytes of a resource to those who ask for its URL. */
  static final class Handler extends URLStreamHandler {
    private final Resource resource;

    Handler(Resource resource) {
      this.resource = resource;
    }

    @Override
    protected URLConnection openConnection(URL url) {
      return new Connection(url);
    }

    /** Has nothing to connect to: the bytes are there. */
    final class Connection extends URLConnection {
      Connection(URL url) {
        super(url);
      }

      @Override
      public void connect() {
        connected = true;
      }

      @Override
      public InputStream getInputStream() {
        return resource.stream();
      }
    }
  }
}
