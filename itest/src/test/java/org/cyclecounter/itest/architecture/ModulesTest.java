// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The rooms of libraries, and of what is written. {@link DrawingTest} holds what modules use of
 * each other, and their descriptors which packages.
 */
class ModulesTest {

  private static final String SELECTOR = "org.cyclecounter.selector";
  private static final String BENCH = "org.cyclecounter.bench";
  private static final String INSTRUCTIONS = "org.cyclecounter.instructions";
  private static final String DIAGNOSTICS = "org.cyclecounter.diagnostics";
  private static final String TOOLS = "org.cyclecounter.tools";

  private static JavaClasses all;

  @BeforeAll
  static void read() throws IOException {
    all = PublishedModule.classes(PublishedModule.all());
    assertThat(all).hasSizeGreaterThan(300);
  }

  private static void mayUse(String room, String... others) {
    List<String> allowed =
        new ArrayList<>(List.of(room, "java..", "org.jspecify..", "org.osgi.annotation.."));
    allowed.addAll(List.of(others));
    classes()
        .that()
        .resideInAPackage(room)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(allowed.toArray(String[]::new))
        .check(all);
  }

  @Test
  void apiOfUsersKnowsNoProvidersAndThatOfProvidersNoNativeKit() {
    mayUse("org.cyclecounter");
    mayUse("org.cyclecounter.spi", "org.cyclecounter");
  }

  @Test
  void librariesAreUsedInOneRoomEach() {
    String[] commands = {
      TOOLS + ".cli", TOOLS + ".command", TOOLS + ".measure", TOOLS + ".compiled"
    };
    isKeptTo("picocli..", commands);
    isKeptTo("com.sun.jna..", "org.cyclecounter.os");
    String[] osgi = {SELECTOR + ".osgi", DIAGNOSTICS + ".osgi", "org.cyclecounter.webconsole"};
    isKeptTo("org.osgi.framework..", osgi);
    isKeptTo("org.osgi.service..", osgi);
    isKeptTo("org.apache.felix..", osgi);
    isKeptTo("org.openjdk.jmh..", BENCH + ".jmh", INSTRUCTIONS + ".jmh");
    isKeptTo("org.junit..", "org.cyclecounter.tck");
    isKeptTo(INSTRUCTIONS + ".jmh", INSTRUCTIONS + ".jmh"); // JMH is optional
  }

  private static void isKeptTo(String library, String... rooms) {
    noClasses()
        .that()
        .resideOutsideOfPackages(rooms)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library)
        .check(all);
  }

  @Test
  void toolsForContainersUseTheSelectorsServicesOnly() {
    classes()
        .that()
        .resideInAPackage(DIAGNOSTICS + ".osgi")
        .should()
        .onlyDependOnClassesThat(
            resideOutsideOfPackage(SELECTOR + "..")
                .or(resideInAnyPackage(SELECTOR, SELECTOR + ".support")))
        .check(all);
  }

  /** Elsewhere text of operations and providers would reach a terminal as it is. */
  @Test
  void commandsWriteLinesInOnePlace() {
    noClasses()
        .that()
        .resideInAnyPackage(DIAGNOSTICS + "..", TOOLS + "..")
        .and()
        .haveNameNotMatching(
            ".*\\.(CommandStreams|Progress|OutputFile|LiveScreen|Main|InventoryReport|ShellCommands)")
        .should()
        .callMethodWhere(
            DescribedPredicate.describe(
                "it prints",
                call ->
                    call.getName().startsWith("print")
                        && (call.getTargetOwner().isAssignableTo(PrintWriter.class)
                            || call.getTargetOwner().isAssignableTo(PrintStream.class))))
        .check(all);
  }

  /** Kotlin reads the annotation of a package, and none of a module. */
  @Test
  void exportedPackagesAreNullMarked() throws IOException {
    List<String> exported = new ArrayList<>();
    for (PublishedModule module : PublishedModule.all()) {
      module.exports().forEach(one -> exported.add(one.source()));
    }
    assertThat(exported)
        .hasSizeGreaterThan(25)
        .allMatch(
            one -> all.getPackage(one).isAnnotatedWith("org.jspecify.annotations.NullMarked"));
  }
}
