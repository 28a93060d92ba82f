// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.discovery.Strangers;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A stranger, a provider that was found and is a third party's, is created, listed and read in a
 * child JVM before anything of it runs here, whatever it says of itself.
 */
class StrangersTest {

  private static SelectionReport select(Isolation isolation, Class<?>... strangers) {
    Strangers.find(strangers);
    return CycleCounterSelector.builder().quiet().isolation(isolation).build().select().report();
  }

  @AfterEach
  void forget() {
    Strangers.forget();
  }

  private static CounterReport row(SelectionReport report, String name) {
    return report.counters().stream()
        .filter(counter -> counter.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is missing in " + report));
  }

  private static String rejected(SelectionReport report, String name) {
    assertThat(row(report, name).verdict()).as(name).isEqualTo(Verdict.REJECTED);
    return row(report, name).reason();
  }

  private static List<String> names(SelectionReport report, String... beginnings) {
    return report.counters().stream()
        .map(CounterReport::name)
        .filter(name -> Stream.of(beginnings).anyMatch(name::startsWith))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "InInitializer, its static initializer ended the child JVM",
    "InConstructor, its constructor ended the child JVM",
    "InCounters, counters() ended the child JVM",
    "InBits, bits() ended the child JVM"
  })
  void whatEndsTheChildBeforeItHasListedIsNamedWithThePlace(String name, String place)
      throws Exception {
    Class<?> type =
        Class.forName(
            Strangers.class.getName() + "$" + name, false, Strangers.class.getClassLoader());
    SelectionReport report = select(Isolation.AUTO, type, Strangers.Sound.class);
    assertThat(rejected(report, type.getName()))
        .startsWith("the provider " + type.getName() + " failed: ")
        .contains(place)
        .contains("status 7");
    assertThat(row(report, "sound-1").verdict()).isNotEqualTo(Verdict.REJECTED);
    assertThat(Strangers.RAN_HERE).containsExactly("Sound");
  }

  @Test
  void whatEndsTheChildAfterwardsIsNamedByItsCounter() throws Exception {
    SelectionReport report =
        select(
            Isolation.AUTO,
            Strangers.InOpen.class,
            Strangers.InInstruction.class,
            Strangers.Sound.class);
    assertThat(rejected(report, "in-open"))
        .contains("it ended that process while being opened: ", "mayCrash() returned false");
    assertThat(rejected(report, "in-instruction"))
        .contains("it ended that process while being opened, in instruction(): ");
    assertThat(row(report, "sound-1").verdict()).isNotEqualTo(Verdict.REJECTED);
    assertThat(Strangers.RAN_HERE).containsExactly("Sound");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void allAreProbedInOneChild(Isolation isolation) throws Exception {
    SelectionReport report = select(isolation, Strangers.Second.class, Strangers.First.class);
    String pid = "opened in " + ProcessHandle.current().pid();
    String first = rejected(report, "first");
    assertThat(first).startsWith("opened in ").contains("probed in a child JVM");
    assertThat(first).doesNotContain(pid);
    assertThat(rejected(report, "second").split(";")[0]).isEqualTo(first.split(";")[0]);
  }

  /**
   * As in a container, where no path names the classes: everything comes from the class loaders.
   */
  @Test
  void aStrangerIsListedAndProbedOverThePipe() {
    String path = System.getProperty("java.class.path");
    System.setProperty("java.class.path", path + File.pathSeparator + "x".repeat(200_000));
    SelectionReport report;
    try {
      report = select(Isolation.AUTO, Strangers.InConstructor.class, Strangers.Sound.class);
    } finally {
      System.setProperty("java.class.path", path);
    }
    assertThat(row(report, "sound-2").reason()).contains("usable", "probed in a child JVM");
    assertThat(rejected(report, Strangers.InConstructor.class.getName()))
        .contains("its constructor ended the child JVM");
    assertThat(Strangers.RAN_HERE).containsExactly("Sound");
  }

  @Test
  void theirOrderIsThatOfTheirNames() throws Exception {
    for (Class<?>[] order :
        List.of(
            new Class<?>[] {Strangers.Sound.class, Strangers.First.class},
            new Class<?>[] {Strangers.First.class, Strangers.Sound.class})) {
      assertThat(names(select(Isolation.AUTO, order), "sound-", "first"))
          .containsExactly("first", "sound-1", "sound-2");
    }
  }

  @Test
  void whatElseAProviderListsDoesNotKeepTheChildFromItsCounters() throws Exception {
    SelectionReport report = select(Isolation.AUTO, Strangers.Sound.class);
    assertThat(row(report, "sound-1").verdict()).isNotEqualTo(Verdict.REJECTED);
    assertThat(row(report, "sound-2").reason()).contains("probed in a child JVM");
    String type = Strangers.Sound.class.getName();
    assertThat(names(report, type)).containsExactly(type, type);
  }

  @Test
  void aProviderThatListsSomethingElseHereIsRejected() throws Exception {
    SelectionReport report =
        select(Isolation.AUTO, Strangers.OtherScope.class, Strangers.OtherOrder.class);
    assertThat(rejected(report, "other-scope"))
        .contains("lists other counters in this process than in the child JVM")
        .contains("other-scope (ON_CORE, SYSTEM, 64 bits) instead of")
        .contains("other-scope (ON_CORE, THREAD, 64 bits)");
    assertThat(rejected(report, "order-1")).contains("order-2 (ON_CORE").contains("instead of");
    assertThat(rejected(report, "order-2")).contains("order-2 (ON_CORE").contains("instead of");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void whatOnlyTheProgramCanCreateIsRejectedWithTheRemedy(Isolation isolation) throws Exception {
    SelectionReport report = select(isolation, Strangers.NeedsProgram.class);
    assertThat(rejected(report, Strangers.NeedsProgram.class.getName()))
        .contains("its constructor threw java.lang.IllegalStateException: no device")
        .contains("hand it over with Builder.providers, or register it as a service");
    assertThat(Strangers.RAN_HERE).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void withoutAChildNothingOfItIsLoaded(Isolation isolation) throws Exception {
    String home = System.getProperty("java.home");
    System.setProperty("java.home", "/nowhere");
    SelectionReport report;
    try {
      report = select(isolation, Strangers.Sound.class);
    } finally {
      System.setProperty("java.home", home);
    }
    assertThat(rejected(report, Strangers.Sound.class.getName()))
        .contains("was not loaded", "/nowhere/bin/java does not exist", "isolation=none")
        .contains("Builder.providers");
    assertThat(Strangers.RAN_HERE).isEmpty();
  }

  @Test
  void isolationNoneTakesItAtItsWordAndStartsNoChild() throws Exception {
    String home = System.getProperty("java.home");
    System.setProperty("java.home", "/nowhere");
    SelectionReport report;
    try {
      report = select(Isolation.NONE, Strangers.NeedsProgram.class, Strangers.Sound.class);
    } finally {
      System.setProperty("java.home", home);
    }
    assertThat(row(report, "needs-program").verdict()).isNotEqualTo(Verdict.REJECTED);
    assertThat(row(report, "sound-1").reason()).doesNotContain("child JVM");
    assertThat(Strangers.RAN_HERE).containsExactlyInAnyOrder("NeedsProgram", "Sound");
  }

  @Test
  void whatIsHandedOverIsTakenAtItsWord() {
    List<CounterSource> sources = new Strangers.OtherScope().counters();
    CycleCounterProvider lambda = () -> sources; // which no other process can create
    SelectionReport report =
        CycleCounterSelector.builder().providers(List.of(lambda)).build().select().report();
    assertThat(row(report, "other-scope").verdict()).isEqualTo(Verdict.SELECTED);
    assertThat(row(report, "other-scope").reason()).doesNotContain("child JVM");
  }

  @Test
  void namesThatTheProgramExcludesAreListedAndNotOpened() throws Exception {
    Strangers.find(Strangers.InOpen.class);
    SelectionReport report =
        CycleCounterSelector.builder().quiet().exclude("in-open").build().select().report();
    assertThat(rejected(report, "in-open")).isEqualTo("excluded by the caller");
  }
}
