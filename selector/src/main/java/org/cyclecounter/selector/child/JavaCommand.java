// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import java.io.File;
import java.lang.module.ResolvedModule;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.jspecify.annotations.Nullable;

/**
 * The command that starts a child JVM, and the properties that follow: the same Java, class path,
 * module path, open packages and current directory.
 *
 * @param main the child's program
 * @param modules those of the module path that must resolve, and may call native code; others are
 *     observable
 */
public record JavaCommand(Class<?> main, Set<String> modules) {

  /** Options of a child that is small, prints nothing, and leaves no files if it crashes. */
  private static final List<String> OPTIONS =
      List.of(
          // A crash is expected here: no hs_err file and no core dump for each counter that faults.
          "-XX:ErrorFile=" + (File.separatorChar == '\\' ? "NUL" : "/dev/null"),
          "-XX:-CreateCoredumpOnCrash",
          "-XX:+IgnoreUnrecognizedVMOptions", // a JVM without compilers knows fewer
          "-XX:TieredStopAtLevel=1", // it starts sooner, and does not live long
          "-XX:+UseSerialGC",
          "-Xmx32m", // a counter that needs more is not one to have in a program
          "-Xms4m", // most never need more; else all of it would be used before it is collected
          "-XX:MaxMetaspaceSize=32m", // for the classes of a provider and of what it uses
          "-XX:ReservedCodeCacheSize=8m"); // Java refuses less than 3

  /**
   * The longest class path and module path to hand over as arguments, in bytes. Linux takes 128 KiB
   * for one argument (MAX_ARG_STRLEN, execve(2)), Windows 32,767 characters for all of them.
   */
  private static final int MAX_PATHS = File.separatorChar == '\\' ? 20_000 : 100_000;

  private static final String UNNAMED = "ALL-UNNAMED";

  /** Settings of the parent that decide where a native library is found and can be executed. */
  private static final List<String> INHERITED =
      List.of(
          "java.io.tmpdir",
          "java.library.path",
          "jna.tmpdir",
          "user.home", // JNA's directory is there
          NativeLibrary.DIRECTORY_PROPERTY);

  /**
   * Beginnings of properties that are not the program's: the JVM, its libraries or its agents read
   * them, or JNA has set them, for its copy there.
   */
  private static final List<String> NOT_COPIED =
      List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "jna.loaded", "jnidispatch.path");

  /**
   * Variables that would change every Java process: they print to standard error, or load agents.
   * CLASSPATH is replaced by an option.
   */
  private static final List<String> REMOVED =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH");

  /**
   * Describes a child. Other modules than those of these classes, such as the parent's program,
   * need not resolve.
   *
   * @param used classes that the program uses by name; null for one that is not loaded
   */
  public static JavaCommand of(Class<?> main, Collection<? extends @Nullable Class<?>> used) {
    List<@Nullable Class<?>> types = new ArrayList<>(used);
    types.addAll(List.of(main, CycleCounterProvider.class));
    Set<String> modules = new TreeSet<>();
    for (Class<?> type : types) { // no stream: cold start 13
      if (type != null && type.getModule().getLayer() == ModuleLayer.boot()) {
        modules.add(type.getModule().getName());
      }
    }
    return new JavaCommand(main, modules);
  }

  /**
   * Returns true if a child can have this process's class path and module path, and its program is
   * there. Otherwise every class comes over the pipe.
   */
  boolean sharesPaths() {
    String paths = path("java.class.path") + path("jdk.module.path");
    return main.getClassLoader() == ClassLoader.getSystemClassLoader()
        && paths.getBytes(StandardCharsets.UTF_8).length <= MAX_PATHS;
  }

  private static String path(String property) {
    return System.getProperty(property, "");
  }

  /**
   * Prepares a child whose output has one stream.
   *
   * @param boot the JAR that starts a program whose classes come over the pipe; else null
   * @param arguments the program's, of which the first is another one for each child
   */
  public ProcessBuilder builder(@Nullable Path boot, String... arguments) throws StartException {
    List<String> words = new ArrayList<>();
    words.add(launcher());
    words.addAll(OPTIONS);
    // Relative paths, as in the class path, begin at the first value of user.dir, which may be
    // neither the process's directory nor the property's value now.
    words.add("-Duser.dir=" + new File("").getAbsolutePath());
    for (String property : INHERITED) {
      add(words, "-D" + property + "=", path(property));
    }
    Set<String> named = boot == null ? modules : Set.of();
    if (Runtime.version().feature() >= 22) { // without it, Java prints warnings
      words.add("--enable-native-access=" + String.join(",", natives(named)));
    }
    add(words, "--class-path=", boot == null ? path("java.class.path") : boot.toString());
    if (!named.isEmpty()) {
      add(words, "--module-path=", path("jdk.module.path"));
    }
    add(words, "--add-modules=", String.join(",", roots(named)));
    addOpened(words, UNNAMED, ClassLoader.getSystemClassLoader().getUnnamedModule());
    for (String name : modules) {
      Module module = ModuleLayer.boot().findModule(name).orElseThrow();
      if (!name.startsWith("org.cyclecounter.")) {
        addOpened(words, boot == null ? name : UNNAMED, module);
      }
    }
    if (boot != null) {
      words.add(PipeClassLoader.class.getName());
    }
    String module = boot == null ? main.getModule().getName() : null;
    words.add((module == null ? "" : "--module=" + module + "/") + main.getName());
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().keySet().removeAll(REMOVED);
    builder.environment().put(Orphans.MARK, arguments[0]);
    return builder.redirectErrorStream(true);
  }

  /** Returns the modules to resolve: also those of Java that this process has, however it came. */
  private static Set<String> roots(Set<String> named) {
    Set<String> roots = new TreeSet<>(named);
    for (Module module : ModuleLayer.boot().modules()) {
      String name = module.getName();
      // Without modules of the program's, all others of Java resolve, for the class path.
      if (name.startsWith("jdk.incubator.") || !named.isEmpty() && isOfJava(name)) {
        roots.add(name);
      }
    }
    return roots;
  }

  /** Returns the modules that may call native code: also those of which these are users. */
  private static Set<String> natives(Set<String> named) {
    Set<String> natives = new TreeSet<>(named);
    natives.add(UNNAMED);
    for (String name : named) {
      ResolvedModule user = ModuleLayer.boot().configuration().findModule(name).orElseThrow();
      for (ResolvedModule used : user.reads()) {
        if (!isOfJava(used.name())) {
          natives.add(used.name());
        }
      }
    }
    return natives;
  }

  /**
   * Adds an option for each package of Java's that this process opens or exports to a module
   * although it is not to all. Asks the modules: options may also be in a file, in a variable or in
   * a JAR's manifest.
   */
  private static void addOpened(List<String> words, String name, Module user) {
    for (Module module : ModuleLayer.boot().modules()) {
      for (String part : isOfJava(module.getName()) ? module.getPackages() : Set.<String>of()) {
        boolean isOpen = module.isOpen(part, user) && !module.isOpen(part);
        if (isOpen || module.isExported(part, user) && !module.isExported(part)) {
          String option = isOpen ? "--add-opens=" : "--add-exports=";
          words.add(option + module.getName() + "/" + part + "=" + name);
        }
      }
    }
  }

  private static boolean isOfJava(String module) {
    return module.startsWith("java.") || module.startsWith("jdk.");
  }

  /**
   * Copies the program's properties, by which providers may be configured. Never as options, which
   * every user of the machine can read, and which would start the agent of a JMX port again.
   */
  static Frame properties() {
    List<String> texts = new ArrayList<>();
    try {
      Properties all = System.getProperties();
      for (String name : all.stringPropertyNames()) {
        String value = all.getProperty(name, "");
        if (!isNotCopied(name) && (name + value).indexOf('\0') < 0) {
          texts.addAll(List.of(name, value));
        }
      }
    } catch (SecurityException e) {
      // The child does without.
    }
    return new Frame(Frame.PROPERTIES, texts.toArray(new String[0]));
  }

  private static boolean isNotCopied(String property) {
    boolean begins = false;
    for (String prefix : NOT_COPIED) {
      begins |= property.startsWith(prefix);
    }
    return begins;
  }

  /**
   * Adds an option and its value as one argument: a value that begins with {@code @}, alone, would
   * name a file with arguments to {@code java}.
   */
  private static void add(List<String> words, String option, String value) {
    if (!value.isEmpty()) {
      words.add(option + value);
    }
  }

  /**
   * Names the launcher of this process's Java, which an image of jlink may lack. A native image has
   * no {@code java.home}: it must not start a {@code bin/java} in the working directory.
   */
  private static String launcher() throws StartException {
    String home = path("java.home");
    if (home.isEmpty()) {
      throw new StartException(null, Code.NO_JAVA);
    }
    Path java = Path.of(home, "bin", File.separatorChar == '\\' ? "java.exe" : "java");
    if (!Files.exists(java)) { // Java's own message would not say so
      throw new StartException(null, Code.NO_LAUNCHER, java.toString());
    }
    return java.toString();
  }
}
