// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.cyclecounter.constanttime.Method;
import org.cyclecounter.constanttime.Place;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.instructions.stepping.ParentPipe;
import org.cyclecounter.spi.CounterUnavailableException;

/**
 * The program of a child JVM: tries one method and, if it works, judges an operation by it. It
 * sends {@code PROGRESS}, hundredths of the warm-up and 100 more in those of the checked runs; a
 * {@code LINE} for each frame of a place that is not accepted, and one more with the place's kind;
 * last {@code COUNTED} and the rest of the detection, or {@code FAILED} and the reason why the
 * operation cannot be judged by any method.
 */
public final class SecretMain {

  private static final int FIRST_ACCEPTED = 6;

  private SecretMain() {}

  /**
   * Started by {@link SecretChild} only.
   *
   * @param arguments the parent's word; the method; valgrind's report; the operation's class, empty
   *     to judge none; the number of the secret's bytes; the milliseconds that there are; the
   *     accepted methods
   */
  public static void main(String[] arguments) throws IOException {
    Method method = Method.valueOf(arguments[1]);
    String obstacle = "";
    try {
      ParentPipe.open(arguments[0]);
    } catch (CounterUnavailableException e) {
      obstacle = String.valueOf(e.getMessage());
    }
    try {
      Detector detector =
          switch (method) {
            case TAINT -> new TaintDetector(Path.of(arguments[2]));
            case PATHS -> new PathsDetector();
            case TIMING -> new TimingDetector(System::nanoTime);
          };
      if (obstacle.isEmpty() || method == Method.TIMING) {
        obstacle = detector.obstacle();
      }
      Detection detection =
          obstacle.isEmpty()
              ? new Detection(List.of(), 0, true, "")
              : Detection.impossible(obstacle);
      if (obstacle.isEmpty() && !arguments[3].isEmpty()) {
        ParentPipe.send("PROGRESS", "0");
        int bytes = Integer.parseInt(arguments[4]);
        SecretRuns subject = new SecretRuns(arguments[3], bytes, Long.parseLong(arguments[5]));
        List<String> accepted = List.of(arguments).subList(FIRST_ACCEPTED, arguments.length);
        detection = detector.detect(subject, Set.copyOf(accepted));
      }
      send(detection);
    } catch (CountFailure e) {
      ParentPipe.send(e);
    }
  }

  private static void send(Detection detection) throws IOException {
    for (Place place : detection.places()) {
      for (StackTraceElement line : place.stack()) {
        ParentPipe.send("LINE", "-1\t" + Stacks.text(line));
      }
      ParentPipe.send("LINE", place.kind().ordinal() + "\t\t\t\t-1");
    }
    String verdict = detection.notJudged() + "\t" + detection.verdict();
    ParentPipe.send("COUNTED", verdict + "\t" + detection.unmatched() + "\t" + detection.remark());
  }
}
