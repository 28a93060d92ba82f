// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;

/**
 * Finds providers that somebody meant to list where nothing looks: in a module's service file
 * without a {@code provides}, or in a service file of a wrong name. For a report only: it opens
 * every JAR of the module path. Loads no class of a provider.
 */
final class UnreadServices {

  private static final String SERVICE = CycleCounterProvider.class.getName();

  /** Names that the service is mistaken for. */
  private static final List<String> WRONG_NAMES =
      List.of("org.cyclecounter.CycleCounterProvider", "CycleCounterProvider");

  private UnreadServices() {}

  /** Explains each misplaced provider, by its class; those found before an error. */
  static Map<String, Rejection> find() {
    Map<String, Rejection> unread = new LinkedHashMap<>();
    try {
      for (String wrong : WRONG_NAMES) {
        for (ServiceFiles.Line line : ServiceFiles.lines(wrong)) {
          unread.put(line.type(), Rejection.of(Code.WRONG_SERVICE, line.type(), line.file()));
        }
      }
      addModules(System.getProperty("jdk.module.path"), unread);
    } catch (RuntimeException | Error e) {
      // A class loader's, or nothing may be looked at: what has been found is enough.
    }
    return unread;
  }

  /** Searches the module path that the JVM was started with, not layers that a program adds. */
  private static void addModules(@Nullable String modulePath, Map<String, Rejection> unread) {
    if (modulePath == null) {
      return;
    }
    for (String entry : modulePath.split(File.pathSeparator)) {
      try {
        // Each by itself: one bad JAR is no reason not to look at the others.
        for (ModuleReference module : ModuleFinder.of(Path.of(entry)).findAll()) {
          if (!module.descriptor().isAutomatic()) { // those take what a service file lists
            addModule(module, unread);
          }
        }
      } catch (FindException | InvalidPathException e) {
        continue; // the JVM has passed it over, too
      }
    }
  }

  private static void addModule(ModuleReference module, Map<String, Rejection> unread) {
    Set<String> provided = new HashSet<>();
    for (ModuleDescriptor.Provides provides : module.descriptor().provides()) {
      if (provides.service().equals(SERVICE)) {
        provided.addAll(provides.providers());
      }
    }
    for (String type : listed(module)) {
      if (!provided.contains(type)) {
        unread.put(type, Rejection.of(Code.NOT_PROVIDED, type, module.descriptor().name()));
      }
    }
  }

  /** Lists the classes in a module's service file; none if it cannot be read. */
  private static List<String> listed(ModuleReference module) {
    try (ModuleReader reader = module.open();
        InputStream in =
            reader.open(ServiceFiles.FOLDER + SERVICE).orElse(InputStream.nullInputStream())) {
      return ServiceFiles.types(in);
    } catch (IOException e) {
      return List.of();
    }
  }
}
