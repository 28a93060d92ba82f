// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The drawings in {@code docs/architecture.md} show the arrows that there are, and no others. */
class DrawingTest {

  private static final String PAGE = "docs/architecture.md";

  /** After a drawing's subject: arrows that a longer way implies are left out. */
  private static final String SHORTEST = ", shortest ways";

  /** In root packages, and drawn apart: types that use the API and each other only. */
  private static final Set<String> LEAVES =
      Set.of(
          "org.cyclecounter.constanttime.Compiler",
          "org.cyclecounter.constanttime.Conclusion",
          "org.cyclecounter.constanttime.Method",
          "org.cyclecounter.constanttime.Place",
          "org.cyclecounter.constanttime.Place$Kind",
          "org.cyclecounter.constanttime.SecretOperation",
          "org.cyclecounter.constanttime.SecretReport",
          "org.cyclecounter.instructions.CallCount",
          "org.cyclecounter.instructions.InstructionCount",
          "org.cyclecounter.instructions.LineCount",
          "org.cyclecounter.selector.CounterFacts",
          "org.cyclecounter.selector.Isolation",
          "org.cyclecounter.selector.Scoring");

  private static List<PublishedModule> modules;
  private static List<Drawing> drawings;
  private static JavaClasses classes;

  @BeforeAll
  static void read() throws IOException {
    modules = PublishedModule.all();
    drawings = Drawing.of(PublishedModule.PROJECT.resolve(PAGE));
    classes = PublishedModule.classes(modules);
  }

  /** Names the arrows that the page lacks, and those that it must not have. */
  private static void isDrawn(String subject, Arrows real) {
    Drawing drawing =
        drawings.stream()
            .filter(one -> one.subject().replace(SHORTEST, "").equals(subject))
            .findAny()
            .orElseThrow(() -> new AssertionError(PAGE + " has no drawing '" + subject + "'"));
    Set<String> expected = drawing.subject().endsWith(SHORTEST) ? real.shortest() : real.all();
    Set<String> wrong = new TreeSet<>();
    without(expected, drawing.arrows()).forEach(arrow -> wrong.add("missing there: " + arrow));
    without(drawing.arrows(), expected).forEach(arrow -> wrong.add("no class has: " + arrow));
    assertThat(wrong).as("the arrows of '%s' in %s", subject, PAGE).isEmpty();
  }

  private static Set<String> without(Set<String> arrows, Set<String> others) {
    Set<String> rest = new TreeSet<>(arrows);
    rest.removeAll(others);
    return rest;
  }

  @Test
  void modules() {
    Arrows required = new Arrows();
    Map<String, String> folders = new HashMap<>();
    for (PublishedModule module : modules) {
      module.descriptor().ifPresent(one -> folders.put(one.name(), module.name()));
    }
    Map<String, String> ofPackage = packages(folders);
    for (PublishedModule module : modules) {
      for (ModuleDescriptor.Requires one :
          module.descriptor().stream().flatMap(d -> d.requires().stream()).toList()) {
        if (folders.containsKey(one.name())) {
          required.add(module.name(), folders.get(one.name()));
        }
      }
    }
    Arrows used = uses(one -> ofPackage.get(one.getPackageName()));
    Set<String> unused = without(required.all(), used.all());
    unused.removeIf(arrow -> arrow.startsWith("cyclecounter --> ")); // it has no code
    assertThat(unused).as("module descriptors require what no class uses").isEmpty();
    used.all().forEach(arrow -> required.add(arrow.split(" --> ")[0], arrow.split(" --> ")[1]));
    isDrawn("modules", required);
  }

  private static Map<String, String> packages(Map<String, String> folders) {
    Map<String, String> packages = new HashMap<>();
    for (PublishedModule module : modules) {
      for (JavaClass one : classes) {
        if (Path.of(one.getSource().orElseThrow().getUri()).startsWith(module.classes())) {
          packages.put(one.getPackageName(), module.name());
        }
      }
    }
    assertThat(packages.values())
        .containsAll(without(new TreeSet<>(folders.values()), Set.of("cyclecounter")));
    return packages;
  }

  private static Arrows uses(Function<JavaClass, String> names) {
    Arrows arrows = new Arrows();
    dependencies()
        .forEach(
            one -> {
              String from = names.apply(one.getOriginClass());
              String to = names.apply(one.getTargetClass().getBaseComponentType());
              if (from != null && to != null) {
                arrows.add(from, to);
              }
            });
    return arrows;
  }

  private static Stream<Dependency> dependencies() {
    return classes.stream()
        .filter(one -> !one.getName().equals("module-info"))
        .flatMap(one -> one.getDirectDependenciesFromSelf().stream());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.cyclecounter.selector",
        "org.cyclecounter.bench",
        "org.cyclecounter.constanttime",
        "org.cyclecounter.diagnostics",
        "org.cyclecounter.instructions",
        "org.cyclecounter.tools"
      })
  void packages(String root) {
    Map<String, String> rooms = new HashMap<>();
    for (JavaClass one : classes) {
      String name = one.getPackageName();
      if (name.equals(root)) {
        rooms.put(name, "root");
      } else if (name.startsWith(root + ".")) {
        rooms.put(name, name.substring(root.length() + 1));
      }
    }
    isDrawn(
        root,
        uses(
            one ->
                one.getPackageName().equals(root) && LEAVES.contains(one.getName())
                    ? "leaves"
                    : rooms.get(one.getPackageName())));
  }
}
