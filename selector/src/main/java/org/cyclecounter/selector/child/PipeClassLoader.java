// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stands, in a child JVM, for one of the parent's class loaders: requests every class and resource
 * over the pipe. So a provider can be probed whatever class loader it has, such as an OSGi
 * bundle's, whose classes are in no file that a class path could name. Uses nothing but the JDK.
 *
 * <p>The JDK's classes come from its parent, the platform class loader; this project's from the
 * child's, so that all providers share one {@code CounterSource}; a provider's from the pipe.
 */
public final class PipeClassLoader extends ClassLoader {

  /**
   * The number of the class loader of the child's program, which has the whole class path and
   * module path of most programs. A child that shares these has it, too; any other child loads its
   * program by it.
   */
  public static final int MAIN = 0;

  private final ParentLink link;
  private final int number;
  private final ClassLoader own;

  /**
   * Stands for a class loader in the parent.
   *
   * @param number its number there ({@link ChildJvm#number})
   * @param own has this project's classes
   */
  public PipeClassLoader(ParentLink link, int number, ClassLoader own) {
    super(getPlatformClassLoader()); // not the child's: its class path is not the provider's
    this.link = link;
    this.number = number;
    this.own = own;
  }

  /**
   * Starts a child that has not even its program on its class path: loads it over the pipe.
   *
   * @param arguments the program's class, then its own arguments
   */
  public static void main(String[] arguments) throws Throwable {
    String[] own = Arrays.copyOfRange(arguments, 1, arguments.length);
    ParentLink parent = ParentLink.connect(own[0]);
    new PipeClassLoader(parent, MAIN, PipeClassLoader.class.getClassLoader())
        .loadClass(arguments[0])
        .getMethod("main", String[].class)
        .invoke(null, (Object) own);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (name.startsWith("org.cyclecounter.")) {
      try {
        return own.loadClass(name);
      } catch (ClassNotFoundException e) {
        // A provider's, in a package of that name.
      }
    }
    byte[] file = link.resource(number, name.replace('.', '/') + ".class");
    if (file == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, file, 0, file.length);
  }

  /**
   * Does not ask the parent class loader: the provider's resources only. {@code
   * getResourceAsStream} asks here.
   */
  @Override
  public @Nullable URL getResource(String name) {
    byte[] resource = link.resource(number, name);
    try {
      return resource == null ? null : new URL(null, "pipe:/" + name, handler(resource));
    } catch (MalformedURLException e) {
      return null;
    }
  }

  @Override
  public Enumeration<URL> getResources(String name) {
    URL url = getResource(name);
    return Collections.enumeration(url == null ? List.of() : List.of(url));
  }

  /** Returns a handler whose connection gives the bytes of a resource. */
  private static URLStreamHandler handler(byte[] resource) {
    return new URLStreamHandler() {
      @Override
      protected URLConnection openConnection(URL url) {
        return new URLConnection(url) {
          @Override
          public void connect() {}

          @Override
          public InputStream getInputStream() {
            return new ByteArrayInputStream(resource);
          }
        };
      }
    };
  }
}
