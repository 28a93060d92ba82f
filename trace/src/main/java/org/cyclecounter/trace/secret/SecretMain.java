// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.trace.child.CountFailure;
import org.cyclecounter.trace.child.ParentPipe;
import org.cyclecounter.trace.child.Stepper;

/**
 * The program of a child JVM: tries one method and, if it works, judges an operation by it. It
 * sends {@code PROGRESS}, hundredths of the warm-up and 100 more in those of the checked runs; a
 * {@code LINE} for each frame of each finding; last {@code COUNTED} and the rest of the judgement,
 * or {@code FAILED} and the reason why the operation cannot be judged by any method.
 */
public final class SecretMain {

  private static final int FIRST_ACCEPTED = 6;

  private SecretMain() {}

  /**
   * Started by {@link SecretChild} only.
   *
   * @param arguments the parent's word; the method; valgrind's report; to judge, the operation's
   *     class, the number of the secret's bytes, the milliseconds that there are and the accepted
   *     methods
   */
  public static void main(String[] arguments) throws IOException {
    Technique technique = Technique.valueOf(arguments[1]);
    Judge judge = technique.judge(Path.of(arguments[2]));
    try {
      load(technique);
      ParentPipe.open(arguments[0]);
      String obstacle = judge.obstacle();
      boolean isJudging = obstacle.isEmpty() && arguments.length > FIRST_ACCEPTED - 1;
      send(isJudging ? judgement(judge, arguments) : new Judgement(List.of(), 0, obstacle, ""));
    } catch (CounterUnavailableException | CountFailure e) {
      ParentPipe.send("FAILED", String.valueOf(e.getMessage()));
    }
  }

  private static void load(Technique technique) throws CounterUnavailableException {
    try {
      Stepper.load();
    } catch (CounterUnavailableException e) {
      if (technique != Technique.TIMING) {
        throw e;
      }
    }
  }

  private static Judgement judgement(Judge judge, String[] arguments)
      throws IOException, CountFailure {
    Subject subject =
        new Subject(arguments[3], Integer.parseInt(arguments[4]), Long.parseLong(arguments[5]));
    List<String> accepted = Arrays.asList(arguments).subList(FIRST_ACCEPTED, arguments.length);
    return judge.judge(subject, Set.copyOf(accepted));
  }

  private static void send(Judgement judgement) throws IOException {
    for (int i = 0; i < judgement.findings().size(); i++) {
      for (String line : judgement.findings().get(i).lines(i)) {
        ParentPipe.send("LINE", line);
      }
    }
    ParentPipe.send(
        "COUNTED",
        judgement.notJudged() + "\t" + judgement.undecided() + "\t" + judgement.remark());
  }
}
