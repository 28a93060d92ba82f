// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.count.CountPlan;
import org.cyclecounter.instructions.count.Counting;
import org.cyclecounter.instructions.count.Target;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.tools.command.BadUsage;
import org.cyclecounter.tools.command.OperationClass;
import org.cyclecounter.tools.command.OperationMethod.Shape;
import org.cyclecounter.tools.command.Progress;
import org.cyclecounter.tools.command.RunOptions;
import org.jspecify.annotations.Nullable;

/** The operations of {@code --against}: the code before a change, counted by turns with the new. */
final class BaseOperations {

  private static final String OPTION = "--against";

  private final String path;

  /** Null for classes. */
  private final @Nullable BenchmarkJar jar;

  private final ClassLoader loader;
  private final boolean isSame;
  private final Map<String, Target> targets = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();

  /**
   * Refuses a base that cannot be read, or has no JMH.
   *
   * @param path of the base; its first entry has the benchmarks
   * @param head the class path of the new code
   * @param names classes, or expressions for names of benchmarks
   * @param excluded an expression for benchmarks that are left out; null for none
   */
  BaseOperations(
      String path,
      String head,
      boolean areBenchmarks,
      List<String> names,
      @Nullable String excluded) {
    if (path.isEmpty()) {
      throw new BadUsage("%s needs a JAR or a class path.", OPTION);
    }
    this.path = path;
    loader = RunOptions.loader(OPTION, path);
    String first = path.split(File.pathSeparator, 2)[0];
    jar = areBenchmarks ? new BenchmarkJar(OPTION, first, names, excluded, loader) : null;
    if (!areBenchmarks) {
      names.forEach(BaseOperations::checkPlace);
    }
    isSame = ClassPathFiles.areEqual("--class-path", head, OPTION, path);
  }

  /** Refuses a class of Java's own class path, which is searched before the base's. */
  private static void checkPlace(String name) {
    String file = name.replaceFirst("#.*", "").replace('.', '/') + ".class";
    if (ClassLoader.getSystemClassLoader().getResource(file) != null) {
      throw new BadUsage(
          "%s is on Java's own class path, and so the same in the base: name its folder or JAR in"
              + " --class-path alone.",
          name);
    }
  }

  /** Looks for the base's operation of each new one, and notes what only one of them has. */
  void find(List<Target> heads, Duration limit) {
    if (isSame) {
      notes.add(path + " has the same files, and was not counted.");
      return;
    }
    pair(heads, jar == null ? classes(heads) : jar.targets(path, true, limit));
  }

  /** Takes the base's operations. */
  void pair(List<Target> heads, List<Target> found) {
    Map<String, Target> further = new TreeMap<>();
    for (Target target : found) {
      targets.put(target.name(), target);
      further.put(target.name(), target);
    }
    for (Target head : heads) {
      Target base = further.remove(head.name());
      notes.addAll(
          base == null
              ? List.of(head.name() + " is not in " + path + ", and was compared with nothing.")
              : unlike(head, base));
    }
    further.keySet().forEach(name -> notes.add(name + " is in " + path + " only."));
  }

  /** Hazard: a class that cannot be loaded is no class that the base lacks. */
  private List<Target> classes(List<Target> heads) {
    List<Target> found = new ArrayList<>();
    for (Target head : heads) {
      String name = head.name().replaceFirst("#.*", "");
      try {
        Class<?> unused = Class.forName(name, false, loader);
      } catch (ClassNotFoundException e) {
        continue;
      } catch (LinkageError e) {
        String reason = OperationClass.unloadable(name, "", loader, e).getMessage();
        throw new BadUsage("%s '%s': %s", OPTION, path, String.valueOf(reason));
      }
      try {
        OperationClass.check(head.name(), loader, Callable.class, Shape.NONE);
        found.add(Target.ofName(head.name(), path));
      } catch (BadUsage e) {
        continue; // the base has no such operation
      }
    }
    return found;
  }

  /** Returns that a benchmark has another JMH, or asks for other options; none if it does not. */
  private static List<String> unlike(Target head, Target base) {
    List<String> now = conditions(head);
    List<String> before = conditions(base);
    List<String> both = List.copyOf(now);
    now.removeAll(before);
    before.removeAll(both);
    return now.isEmpty() && before.isEmpty()
        ? List.of()
        : List.of(
            Formatted.of(
                "%s was counted with other conditions: '%s', in the base '%s'.",
                head.name(), String.join(" ", now), String.join(" ", before)));
  }

  private static List<String> conditions(Target target) {
    List<String> conditions = new ArrayList<>(target.program().options());
    conditions.add(target.conditions());
    return conditions;
  }

  /** Returns true if it has the same files, so that a count of the new code is its count, too. */
  boolean isSame() {
    return isSame;
  }

  /** Counts the base's operation; null if there is none, or it is the same. */
  @Nullable InstructionCount count(Target head, CountPlan plan, Progress progress)
      throws CountFailure {
    Target base = targets.get(head.name());
    try {
      return base == null
          ? null
          : new Counting(base, plan, (phase, part) -> progress.at("base, " + phase, part)).count();
    } catch (CountFailure e) {
      throw e.in(path);
    }
  }

  /** Returns sentences about what was not compared, or under other conditions. */
  List<String> notes() {
    return notes;
  }
}
