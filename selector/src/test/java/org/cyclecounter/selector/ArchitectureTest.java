// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The rooms of the selector, and which may know which: docs/architecture.md draws them. */
class ArchitectureTest {

  private static final String ROOT = "org.cyclecounter.selector";

  /** What users see and every package may know, too. */
  private static final Class<?>[] LEAVES = {CounterFacts.class, Isolation.class, Scoring.class};

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);

  private static String[] rooms(String... names) {
    String[] rooms = new String[names.length];
    for (int i = 0; i < names.length; i++) {
      rooms[i] = ROOT + (names[i].isEmpty() ? "" : "." + names[i]);
    }
    return rooms;
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
  void leavesKnowTheApiOnly() {
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
  void noPackagesDependOnEachOtherInACircle() {
    slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
    // The root's facades are above all but the container's parts.
    for (String room :
        new String[] {
          "selection",
          "isolation",
          "discovery",
          "scoring",
          "counting",
          "frequency",
          "report",
          "limits",
          "natives"
        }) {
      mayNotKnow(room, "", "osgi");
    }
  }

  @Test
  void whatMeasuresCountsAndReportsKnowsNeitherCandidatesNorIsolatorsNorTheSelection() {
    for (String room :
        new String[] {"scoring", "counting", "frequency", "report", "limits", "natives"}) {
      mayNotKnow(room, "selection", "isolation", "discovery");
    }
  }

  @Test
  void whatCountsWritesNoReports() {
    mayNotKnow("counting", "report", "scoring");
    mayNotKnow("scoring", "report");
  }
}
