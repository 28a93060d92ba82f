// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.net.URL;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The packages of bench: JMH's profiler above the root package, which users see; what reads clocks
 * and counters and judges runs below it.
 */
class ArchitectureTest {

  private static final String ROOT = "org.cyclecounter.bench";

  /** The root package is a slice like any other. */
  private static final ArchRule NO_CIRCLES =
      slices().matching("org.cyclecounter.(bench..)").should().beFreeOfCycles();

  private static JavaClasses main;
  private static JavaClasses mainAndTests;

  /** Classes of other packages need not be read: a rule asks for their names alone. */
  @BeforeAll
  static void readClasses() {
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    ClassFileImporter importer = new ClassFileImporter();
    main = importer.importUrl(folder(Bench.class));
    mainAndTests =
        importer.importUrls(List.of(folder(Bench.class), folder(ArchitectureTest.class)));
  }

  private static URL folder(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  @Test
  void noPackagesDependOnEachOtherInACircle() {
    NO_CIRCLES.check(main);
  }

  @Test
  void whatTimesRunsDoesNotKnowWhatUsersSee() {
    noClasses()
        .that(resideInAnyPackage(ROOT + ".timer", ROOT + ".measuring", ROOT + ".calibration"))
        .should()
        .dependOnClassesThat(resideInAPackage(ROOT))
        .check(main);
  }

  /** Tests' classes are in the root and below it, and know each other both ways. */
  @Test
  void aCircleIsNoticed() {
    assertThatThrownBy(() -> NO_CIRCLES.check(mainAndTests)).hasMessageContaining("Cycle detected");
  }
}
