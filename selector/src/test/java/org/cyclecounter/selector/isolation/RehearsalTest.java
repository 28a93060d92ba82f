// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.child.Frame;
import org.cyclecounter.selector.report.Step;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rehearses a counter's life in this process, and receives its reports. */
class RehearsalTest {

  /** In ms: threads that read together do so for a quarter of it on a busy machine. */
  private static final long LIMIT_MS = 240_000;

  /** The frames that were sent, without traces. */
  private final List<String> sent = new CopyOnWriteArrayList<>();

  private volatile Step step = Step.CREATED;

  /** Called at each call of the fake counter, with the method's name. */
  private volatile Behaviour behaviour = method -> {};

  private Scope scope = Scope.SYSTEM;

  /** Third-party code. */
  interface Behaviour {
    void does(String method) throws Throwable;
  }

  /** A provider, its counter and its source in one. */
  private final Object fake =
      Proxy.newProxyInstance(
          RehearsalTest.class.getClassLoader(),
          new Class<?>[] {CycleCounterProvider.class, CounterSource.class, TickSource.class},
          (proxy, method, arguments) -> {
            behaviour.does(method.getName() + "()");
            return switch (method.getName()) {
              case "counters" -> List.of(proxy);
              case "name" -> "fake";
              case "kind" -> CounterKind.OFF_CORE;
              case "scope" -> scope;
              case "scaling" -> Scaling.none();
              case "bits" -> 64;
              case "mayCrash" -> true;
              case "open" -> proxy;
              case "entryPoint" -> OptionalLong.empty();
              case "ticks", "startTicks", "stopTicks" -> System.nanoTime();
              default -> null; // of close(), and an answer that the parent judges
            };
          });

  private CycleCounterProvider provider = (CycleCounterProvider) fake;

  private void receive(Frame frame) {
    assertThat(frame.payload().length).isLessThanOrEqualTo(Frame.MAX_PAYLOAD);
    String[] texts = frame.texts();
    switch (frame.type()) {
      case ChildReports.STEP -> {
        step = Step.valueOf(texts[0]);
        sent.add(texts[0]);
      }
      case ChildReports.VERDICT ->
          sent.add(
              String.join(" ", texts)
                  .replaceFirst(" false", "")
                  .replaceFirst("F.* true", "HARMED"));
      case ChildReports.TRACE -> {}
      default -> sent.add(String.join(" ", texts));
    }
  }

  /** Runs a task, and returns what was sent last. */
  private String rehearse(String counter, long limitMs, long worthNs) {
    ChildTask task = new ChildTask("Fake", counter, 0, limitMs, worthNs);
    new Rehearsal(new ChildReports(this::receive), thread -> provider, task).run();
    return sent.get(sent.size() - 1);
  }

  private String rehearse() {
    return rehearse("fake", LIMIT_MS, 0);
  }

  @Test
  void announcesEachStepBeforeItBegins() {
    assertThat(rehearse()).isEqualTo("PASSED");
    assertThat(sent)
        .filteredOn(word -> word.matches("[A-Z_]+"))
        .hasToString(
            "[CREATED, OPENED, READ, THREAD_ENDED, OPENED_AGAIN, READ_ELSEWHERE, READ_TOGETHER,"
                + " READ_BY_MANY, COLLECTED, READ_DEEPLY, CLOSED, DROPPED, PASSED]");
  }

  /** Of scope THREAD, an {@code IllegalStateException} in another thread is no fault. */
  @ParameterizedTest
  @CsvSource({
    "CREATED, counters(), state, SYSTEM, NOT_PROBED NOT_MADE",
    "CREATED, counters(), overflow, SYSTEM, HARMED THREW",
    "OPENED, open(), state, THREAD, FAILED THROWS",
    "READ, ticks(), state, THREAD, FAILED THROWS",
    "READ, stopTicks(), overflow, SYSTEM, HARMED THROWS",
    "READ, startTicks(), heap, SYSTEM, HARMED NEEDS_PROGRAM",
    "READ, ticks(), no thread, SYSTEM, HARMED THROWS",
    "READ, ticks(), lost, SYSTEM, FAILED SAID",
    "OPENED_AGAIN, open(), unavailable, SYSTEM, PASSED",
    "OPENED_AGAIN, open(), error, SYSTEM, FAILED THROWS",
    "OPENED_AGAIN, close(), state, SYSTEM, FAILED THROWS",
    "READ_ELSEWHERE, ticks(), state, SYSTEM, FAILED THROWS",
    "READ_ELSEWHERE, ticks(), state, THREAD, PASSED",
    "READ_ELSEWHERE, ticks(), error, THREAD, FAILED THROWS",
    "READ_TOGETHER, stopTicks(), state, SYSTEM, FAILED THROWS",
    "READ_TOGETHER, ticks(), lost, THREAD, PASSED",
    "CLOSED, ticks(), state, SYSTEM, PASSED",
    "CLOSED, ticks(), overflow, SYSTEM, HARMED THROWS",
    "CLOSED, close(), state, SYSTEM, FAILED THROWS"
  })
  void judgesExceptionByItsStep(
      Step where, String method, String what, Scope declared, String verdict) {
    scope = declared;
    Throwable thrown =
        switch (what) {
          case "unavailable" -> new CounterUnavailableException("not here");
          case "lost" -> new CounterLostException("not here");
          case "overflow" -> new StackOverflowError();
          case "heap" -> new OutOfMemoryError("Java heap space");
          case "no thread" -> new OutOfMemoryError("unable to create native thread: a limit");
          case "error" -> new AssertionError("€".repeat(10_000));
          default -> new IllegalStateException("a state");
        };
    behaviour =
        called -> {
          if (step == where && called.equals(method)) {
            throw thrown;
          }
        };
    assertThat(rehearse())
        .startsWith(verdict)
        .contains(verdict.endsWith("SAID") ? " not here" : "")
        .contains(verdict.endsWith("THROWS") ? " " + method + " threw " : "")
        .endsWith(verdict.endsWith("THROWS") ? " " + where.when : "");
  }

  @Test
  void passesPerfEventThatEachThreadOpens() {
    assumeTrue(NativeChild.IS_OFFERED, "perf events are read in a native child first");
    provider = () -> List.of(new SoftwareEvent("fake", SoftwareEvent.TASK_CLOCK));
    assertThat(rehearse()).isEqualTo("PASSED");
  }

  @Test
  void readsInTwoThreadsAsOftenAsASelection() {
    Map<Thread, Integer> reads = new ConcurrentHashMap<>();
    behaviour =
        method -> {
          if (step == Step.READ_TOGETHER && method.equals("ticks()")) {
            reads.merge(Thread.currentThread(), 1, Integer::sum);
          }
        };
    assertThat(rehearse()).isEqualTo("PASSED");
    assertThat(reads).hasSize(2);
    assertThat(reads.values().stream().mapToInt(n -> n).sum()).isGreaterThanOrEqualTo(200_000);
  }

  /** Changes that a read makes to the thread that it is called on. */
  @ParameterizedTest
  @CsvSource({
    "interrupt, CHANGES when it is read its thread's interrupt",
    "priority, CHANGES when it is read its thread's priority",
    "loader, CHANGES when it is read its thread's context class loader"
  })
  void rejectsChangeToReader(String what, String verdict) {
    behaviour =
        method -> {
          Thread reader = Thread.currentThread();
          if (step == Step.READ && method.equals("ticks()")) {
            switch (what) {
              case "interrupt" -> assertThat(Thread.interrupted()).isIn(true, false);
              case "priority" -> reader.setPriority(Thread.MAX_PRIORITY);
              default -> reader.setContextClassLoader(null);
            }
          }
        };
    assertThat(rehearse()).isEqualTo("HARMED " + verdict);
  }

  @Test
  void rejectsThreadThatKeepsProgramFromEnding() {
    CountDownLatch isClosed = new CountDownLatch(1);
    behaviour =
        method -> {
          if (step == Step.OPENED && method.equals("open()")) {
            new Thread(() -> assertThatNoException().isThrownBy(isClosed::await), "kept").start();
          }
        };
    assertThat(rehearse()).isEqualTo("HARMED KEEPS kept");
    assertThat(sent).doesNotContain("CLOSED");
    isClosed.countDown();
  }

  @Test
  void readsInManyThreadsAndWithoutStack() {
    Set<Thread> readers = ConcurrentHashMap.newKeySet();
    AtomicLong deepest = new AtomicLong(StackWalker.getInstance().walk(Stream::count));
    behaviour =
        method -> {
          if (step == Step.READ_BY_MANY) {
            readers.add(Thread.currentThread());
          } else if (step == Step.READ_DEEPLY && method.equals("ticks()")) {
            deepest.set(StackWalker.getInstance().walk(Stream::count));
          }
        };
    assertThat(rehearse()).isEqualTo("PASSED");
    assertThat(readers).hasSize(40);
    assertThat(deepest.get()).isGreaterThan(1000);
  }

  private static void spin(long ns) {
    long endNs = System.nanoTime() + ns;
    while (System.nanoTime() < endNs) {
      Thread.onSpinWait();
    }
  }

  @Test
  void closesCounterWhoseReadsAreTooSlow() {
    behaviour = method -> spin(method.equals("ticks()") ? 200_000 : 0);
    assertThat(rehearse("fake", LIMIT_MS, 1_000)).startsWith("FAILED NOT_WORTH ");
    assertThat(sent).contains("close()").doesNotContain("THREAD_ENDED");
  }

  @Test
  void allowsForReadsThatAreNotCompiledYet() {
    behaviour = method -> spin(step == Step.READ && method.equals("ticks()") ? 1_000_000 : 0);
    assertThat(rehearse("fake", LIMIT_MS, 1_000_000)).isEqualTo("PASSED");
  }

  @Test
  void rehearsesOnlyCounterThatItsProviderOffers() {
    assertThat(rehearse("other", LIMIT_MS, 0)).startsWith("NOT_PROBED NOT_MADE");
  }

  @Test
  void listsCounters() {
    assertThat(rehearse("", LIMIT_MS, 0)).isEqualTo("PASSED");
    assertThat(sent).contains("CREATED", "scaling()", "fake OFF_CORE SYSTEM true 64 0 ", "0");
  }
}
