// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The rooms of the selector, and which may know which: docs/architecture.md draws them. */
class ArchitectureTest {

  private static final String ROOT = "org.cyclecounter.selector";

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

  private static void mayNotKnow(String room, String... others) {
    noClasses()
        .that()
        .resideInAPackage(ROOT + "." + room)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(rooms(others))
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
