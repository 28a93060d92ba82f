// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rooms of the selector, and which may know which: docs/architecture.md draws them. */
class ArchitectureTest {

  private static final String ROOT = "org.cyclecounter.selector";

  /** What users see and every package may know, too. */
  private static final Class<?>[] LEAVES = {CounterFacts.class, Isolation.class, Scoring.class};

  private static final JavaClasses CLASSES = imported();

  private static JavaClasses imported() {
    // Only this module's own classes matter; those of the JDK would be read for nothing.
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    return new ClassFileImporter()
        .importUrl(Isolation.class.getProtectionDomain().getCodeSource().getLocation());
  }

  private static String[] rooms(String... names) {
    return Stream.of(names)
        .map(name -> ROOT + (name.isEmpty() ? "" : "." + name))
        .toArray(String[]::new);
  }

  /** Every package may know the leaves. */
  private static void mayNotKnow(String room, String... others) {
    noClasses()
        .that()
        .resideInAPackage(ROOT + "." + room)
        .should()
        .dependOnClassesThat(resideInAnyPackage(rooms(others)).and(not(belongToAnyOf(LEAVES))))
        .check(CLASSES);
  }

  @Test
  void usesApiOnlyInLeaves() {
    noClasses()
        .that(belongToAnyOf(LEAVES))
        .should()
        .dependOnClassesThat(
            resideInAPackage(ROOT + "..")
                .and(not(belongToAnyOf(LEAVES)))
                .and(not(describe("are arrays", JavaClass::isArray)))) // of an enum's constants
        .check(CLASSES);
  }

  @Test
  void hasNoCirclesOfPackages() {
    slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
    // The root's facades are above all but the container's parts.
    String rooms =
        "selection settings isolation child discovery scoring counting frequency report support"
            + " natives";
    for (String room : rooms.split(" ")) {
      mayNotKnow(room, "", "osgi");
    }
  }

  @Test
  void usesNoSelectionWhereMeasuringOrReporting() {
    for (String room : "child scoring counting frequency report support natives".split(" ")) {
      mayNotKnow(room, "selection", "settings", "isolation", "discovery");
    }
    mayNotKnow("isolation", "settings");
    mayNotKnow("discovery", "settings");
  }

  @Test
  void knowsNoCountersWhereStartingChild() {
    mayNotKnow("child", "scoring", "counting", "frequency");
    mayNotKnow("report", "child");
  }

  @Test
  void writesNoReportsWhereCounting() {
    mayNotKnow("counting", "report", "scoring");
    mayNotKnow("scoring", "report");
  }
}
