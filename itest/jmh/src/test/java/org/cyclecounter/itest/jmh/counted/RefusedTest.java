// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.counted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.cyclecounter.trace.child.Benchmarks;
import org.cyclecounter.trace.child.CountFailure;
import org.cyclecounter.trace.child.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Benchmarks that cannot be counted are refused with one sentence. */
class RefusedTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          group        | is a group of threads, and instructions are those of one\\.
          fourThreads  | is for 4 threads, and instructions are those of one: count it in JMH .*\\.
          allThreads   | is for all threads, and instructions are those of one: count .*\\.
          control      | waits for JMH's Control, which other threads set\\.
          otherJvm     | is for the JVM /opt/other/bin/java: count it with that Java\\.
          agent        | runs with -javaagent:agent.jar, whose instructions would be counted\\.
          notCompiled  | was not compiled after 6000 calls: set a greater --warm-up\\.
          throwing     | threw java.lang.IllegalStateException: as it is meant to
          """)
  void namesTheReason(String name, String reason) throws CountFailure {
    Target target = Counted.targets("\\.counted\\.Refused\\." + name + "$").get(0);
    assertThatThrownBy(() -> Counted.count(target))
        .isInstanceOf(CountFailure.class)
        .hasMessageMatching("(The operation )?" + Pattern.quote(target.name()) + " " + reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          waits        | waits: a call takes .* ms, most of which it sleeps or blocks; 6000 .*
          takesTooLong | takes too long: about .* s with 6000 calls of warm-up, and .* 30 s.*
          """)
  void estimatesTheTimeByTheFirstCalls(String name, String reason) throws CountFailure {
    Target target = Counted.targets("\\.counted\\.Refused\\." + name + "$").get(0);
    assertThatThrownBy(() -> Counted.count(target, Duration.ofSeconds(30)))
        .isInstanceOf(CountFailure.class)
        .hasMessageMatching(Pattern.quote(target.name()) + " " + reason);
  }

  @Test
  void namesTheExpressionThatMatchesNone() {
    List<Pattern> expressions = List.of(Pattern.compile("Twenty"), Pattern.compile("\\.Twenti\\b"));
    assertThatThrownBy(() -> Benchmarks.list("", expressions, Duration.ofMinutes(10)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(
            "No benchmark matches '\\\\.Twenti\\\\b'; there are \\d+, such as org\\.\\S+\\.");
  }

  @Test
  void threadsAreReadAsJmhHasDecided() throws CountFailure {
    assertThat(Counted.targets("Refused.fourThreads").get(0).obstacle()).isNotEmpty();
    assertThat(Counted.targets("Twenty.empty").get(0).obstacle()).isEmpty();
  }
}
