package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.junit.jupiter.api.Test;

/** Each counter is tried in the way that it can be. */
class AutoIsolatorTest {

  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          AutoIsolatorTest.class,
          "cyclecounter-crash-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  /** A counter of the kit, whose read is an undefined instruction; a child JVM cannot make it. */
  private static final class Packaged extends NativeCounterSource {
    Packaged() {
      super("packaged", CounterKind.ON_CORE, Scope.CORE, LIBRARY);
    }

    @Override
    protected void check() throws CounterUnavailableException {
      CrashProvider.load();
    }

    @Override
    protected long address(int function) {
      return NativeIsolatorTest.leaf(1);
    }

    @Override
    protected TickSource jniRead(Function function) {
      return CrashProvider::undefinedInstruction;
    }
  }

  @Test
  void packagedCountersNativelyAndTheRestInAChildJvmInTheirOrder() {
    assumeTrue(CrashProvider.isPackaged(), "no crashing library is packaged for this platform");
    assumeTrue(NativeIsolator.isOffered(), "no native isolation here");
    CycleCounterProvider packaged = () -> List.<CounterSource>of(new Packaged());
    List<Candidate> others =
        new Discovery(List.of(new CrashProvider()))
            .candidates().stream()
                .filter(c -> List.of("healthy-1", "undefined-instruction").contains(c.name()))
                .toList();
    List<Candidate> all =
        Stream.of(
                others.subList(0, 1),
                new Discovery(List.of(packaged)).candidates(),
                others.subList(1, 2))
            .flatMap(List::stream)
            .toList();
    assertThat(new AutoIsolator().tryAll(all))
        .extracting(Outcome::reason)
        .satisfiesExactly(
            healthy -> assertThat(healthy).isEmpty(),
            ofPackaged -> assertThat(ofPackaged).contains("SIGILL, an illegal"),
            ofOther -> assertThat(ofOther).contains("SIGILL, an illegal"));
  }
}
