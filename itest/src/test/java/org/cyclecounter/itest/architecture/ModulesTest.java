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
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The modules that each module may use, independently of the drawing. Only here all are compiled,
 * so that a class's use of a module that its own does not even require is seen, too.
 */
class ModulesTest {

  private static final String[] API = {
    "org.cyclecounter", "org.cyclecounter.spi", "org.cyclecounter.spi.nativelib"
  };

  /** The JDK, and annotations that are not needed at run time. */
  private static final String[] ANYWHERE = {
    "java..",
    "javax.crypto..",
    "javax.management..",
    "jdk..",
    "com.sun.management",
    "org.jspecify.annotations",
    "org.osgi.annotation.."
  };

  private static final String SELECTOR = "org.cyclecounter.selector";
  private static final String BENCH = "org.cyclecounter.bench";
  private static final String CLOCK = "org.cyclecounter.clock";
  private static final String TCK = "org.cyclecounter.tck";
  private static final String TRACE = "org.cyclecounter.trace";
  private static final String TOOLS = "org.cyclecounter.tools";

  private static JavaClasses all;

  @BeforeAll
  static void read() throws IOException {
    all = PublishedModule.classes(PublishedModule.all());
    assertThat(all).hasSizeGreaterThan(300);
  }

  private static void mayUse(String[] packages, String... others) {
    classes()
        .that()
        .resideInAnyPackage(packages)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(with(with(packages, ANYWHERE), others))
        .check(all);
  }

  private static String[] with(String[] some, String... others) {
    List<String> both = new ArrayList<>(Arrays.asList(some));
    both.addAll(Arrays.asList(others));
    return both.toArray(String[]::new);
  }

  @Test
  void theApiUsesTheJdkOnly() {
    mayUse(API);
  }

  @Test
  void whatUsersSeeKnowsNothingOfProvidersAndProvidersNothingOfTheNativeKit() {
    mayUse(new String[] {"org.cyclecounter"});
    mayUse(new String[] {"org.cyclecounter.spi"}, "org.cyclecounter");
  }

  @ParameterizedTest
  @MethodSource("org.cyclecounter.itest.architecture.FamiliesTest#families")
  void countersUseTheApiOnly(String family) {
    String[] counters = {"org.cyclecounter." + family + ".."};
    mayUse(counters, family.equals("os") ? with(API, "com.sun.jna..") : API);
  }

  @Test
  void theSelectorUsesTheApiAndNoCounter() {
    mayUse(new String[] {SELECTOR + ".."}, with(API, "org.osgi.."));
  }

  @Test
  void librariesAreUsedInOneRoomEach() {
    String[] commands = {TOOLS + ".cli", TOOLS + ".command", TOOLS + ".measure", TOOLS + ".trace"};
    isKeptTo("picocli..", commands);
    isKeptTo("com.sun.jna..", "org.cyclecounter.os");
    String[] osgi = {SELECTOR + ".osgi", TOOLS + ".osgi", "org.cyclecounter.webconsole"};
    isKeptTo("org.osgi.framework..", osgi);
    isKeptTo("org.osgi.service..", osgi);
    isKeptTo("org.apache.felix..", osgi);
    isKeptTo("org.openjdk.jmh..", BENCH + ".jmh", TRACE + ".jmh");
    isKeptTo("org.junit..", TCK);
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
  void benchUsesPublicTypesAndCountersOfTheSelectorOnly() {
    String counting = SELECTOR + ".counting";
    mayUse(new String[] {BENCH + ".."}, with(API, SELECTOR, counting, "org.openjdk.jmh.."));
    isKeptTo(counting, SELECTOR + "..", BENCH, TOOLS + ".observe");
  }

  @Test
  void clockUsesPublicTypesOfTheSelectorOnlyAndNothingUsesIt() {
    mayUse(new String[] {CLOCK}, "org.cyclecounter", SELECTOR);
    isKeptTo(CLOCK + "..", CLOCK);
  }

  @Test
  void traceUsesTheApiAndOnlyToolsUseIt() {
    mayUse(new String[] {TRACE + ".."}, with(API, "org.openjdk.jmh.."));
    isKeptTo(TRACE + ".jmh", TRACE + ".jmh"); // JMH is optional
    isKeptTo(TRACE + "..", TRACE + "..", TOOLS + ".trace");
  }

  @Test
  void nothingThatAProgramCarriesUsesTheTools() {
    isKeptTo(TOOLS + "..", TOOLS + "..", "org.cyclecounter.webconsole..");
  }

  @Test
  void theKitOfTestsUsesTheSelectorsProbesAndNothingUsesTheKit() {
    mayUse(
        new String[] {TCK + ".."},
        with(
            API,
            SELECTOR,
            SELECTOR + ".child",
            SELECTOR + ".isolation",
            SELECTOR + ".support",
            SELECTOR + ".report",
            "org.junit.jupiter.api.."));
    isKeptTo(TCK + "..", TCK);
  }

  @Test
  void theToolsForContainersUseTheSelectorsServicesOnly() {
    classes()
        .that()
        .resideInAPackage(TOOLS + ".osgi")
        .should()
        .onlyDependOnClassesThat(
            resideOutsideOfPackage(SELECTOR + "..")
                .or(resideInAnyPackage(SELECTOR, SELECTOR + ".support")))
        .check(all);
    mayUse(
        new String[] {"org.cyclecounter.webconsole.."},
        SELECTOR,
        TOOLS + ".osgi",
        "org.osgi..",
        "org.apache.felix..",
        "javax.servlet..",
        "jakarta.servlet..");
  }

  /** Elsewhere text of operations and providers would reach a terminal as it is. */
  @Test
  void commandsWriteLinesInOnePlace() {
    noClasses()
        .that()
        .resideInAPackage(TOOLS + "..")
        .and()
        .haveNameNotMatching(
            ".*\\.(CommandStreams|Progress|OutputFile|LiveScreen|Main|InventoryReport)")
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
}
