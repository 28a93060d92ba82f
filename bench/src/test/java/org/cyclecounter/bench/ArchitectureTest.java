// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.URL;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The packages of bench: JMH's profiler above the root package, which users see; what reads clocks
 * and counters and judges runs below it.
 */
class ArchitectureTest {

  private static final String ROOT = "org.cyclecounter.bench";

  private static JavaClasses main;

  /** Classes of other packages need not be read: a rule asks for their names alone. */
  @BeforeAll
  static void readClasses() {
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    URL folder = Bench.class.getProtectionDomain().getCodeSource().getLocation();
    main = new ClassFileImporter().importUrl(folder);
  }

  /** The root package is a slice like any other. */
  @Test
  void noPackagesDependOnEachOtherInACircle() {
    slices().matching("org.cyclecounter.(bench..)").should().beFreeOfCycles().check(main);
  }

  @Test
  void whatTimesRunsDoesNotKnowWhatUsersSee() {
    noClasses()
        .that(resideInAnyPackage(ROOT + ".timer", ROOT + ".measuring", ROOT + ".calibration"))
        .should()
        .dependOnClassesThat(resideInAPackage(ROOT))
        .check(main);
  }
}
