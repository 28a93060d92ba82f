package org.cyclecounter.itest.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.cyclecounter.itest.Java;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;

/**
 * A counter is taken away while it is in use, for real: the JVM lives and goes on with the next.
 *
 * <p>The JVM's own clocks read the time-stamp counter too, unguarded, and with a compiler a thread
 * reads one whenever it leaves compiled code or asks for something to be compiled: so there is none
 * here.
 */
class LossIT {

  @Test
  void aThreadThatLosesItsTimeStampCounterGoesOnWithTheNextCounter() throws Exception {
    assumeTrue(
        Platform.current().prefix().equals("linux-x86-64"), "prctl(PR_SET_TSC) is of Linux on x86");
    Java.Result result =
        Java.java(
            "-Xint",
            "-Dorg.cyclecounter.x86.guard=true",
            "-XX:-CreateCoredumpOnCrash",
            Java.nativeAccess("ALL-UNNAMED"),
            "-cp",
            Java.classPathAndTests(),
            TscLoss.class.getName(),
            "amd64-tsc",
            "amd64-tscasm",
            "thread-cputime");
    System.out.println("RDTSC switched off while it is read: " + result.out());
    assertThat(result.status()).isZero();
    List<String> out = result.out();
    assertThat(out).element(0).asString().matches("before: amd64-tsc(asm)? SYSTEM");
    assertThat(out)
        .contains(
            "told: thread-cputime",
            "listener: told",
            "after: thread-cputime THREAD",
            "decreases: 0 0 0 0",
            "null pointers: 100 of 100 caught",
            "stack overflow: 100 of 100 caught",
            "alive: yes");
    assertThat(out)
        .anyMatch(
            line -> line.matches("report: amd64-tsc(asm)? REJECTED: lost while .*PR_SET_TSC.*"))
        .anyMatch(line -> line.matches("report: thread-cputime SELECTED: .*another was lost"));
  }
}
