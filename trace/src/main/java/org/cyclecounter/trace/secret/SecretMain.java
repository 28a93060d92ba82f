// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.trace.child.ChildLine;
import org.cyclecounter.trace.child.ParentPipe;
import org.cyclecounter.trace.child.Stepper;

/** The program of a child JVM: tries one method and, if it works, judges an operation by it. */
public final class SecretMain {

  private SecretMain() {}

  /**
   * Started by {@link SecretCheck} only.
   *
   * @param arguments the parent's word; the method; valgrind's report; the operation's class, the
   *     number of the secret's bytes and the accepted methods, if there is one to be judged
   */
  public static void main(String[] arguments) throws IOException {
    ParentPipe parent = new ParentPipe(arguments[0]);
    Technique technique = Technique.valueOf(arguments[1]);
    try {
      Stepper.load();
    } catch (CounterUnavailableException e) {
      parent.send(ChildLine.OBSTACLE, String.valueOf(e.getMessage()));
      return;
    }
    ParentPipe.endWithParent();
    System.setIn(InputStream.nullInputStream()); // the parent's
    Judge judge = technique.judge(Path.of(arguments[2]));
    String obstacle = judge.obstacle();
    parent.send(obstacle.isEmpty() ? ChildLine.READY : ChildLine.OBSTACLE, obstacle);
    if (!obstacle.isEmpty() || arguments.length < 5) {
      return;
    }
    try {
      Judgement judgement =
          judge.judge(
              new Subject(arguments[3], Integer.parseInt(arguments[4])),
              Set.copyOf(Arrays.asList(arguments).subList(5, arguments.length)));
      for (Finding finding : judgement.findings()) {
        parent.send(ChildLine.LINE, finding.text());
      }
      String summary =
          judgement.notJudged() + "\t" + judgement.undecided() + "\t" + judgement.remark();
      parent.send(ChildLine.COUNTED, summary);
    } catch (OperationFailure e) {
      parent.send(ChildLine.FAILED, String.valueOf(e.getMessage()));
    }
  }
}
