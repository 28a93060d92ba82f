// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.cyclecounter.constanttime.Method;
import org.cyclecounter.constanttime.Place;
import org.cyclecounter.constanttime.SecretOperation;
import org.cyclecounter.constanttime.check.Detection.Verdict;
import org.cyclecounter.constanttime.check.MemcheckReport.Alarm;
import org.cyclecounter.instructions.stepping.Conditions;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.instructions.stepping.ParentPipe;

/**
 * The method TAINT: valgrind's memcheck follows the secret, which is marked as undefined, through
 * all instructions.
 *
 * <p>Places that are reported with a defined secret, too, are the JVM's own and no findings: Java
 * 17 has many. Reports about interpreted code have no line; interpreted bytecodes count as not
 * judged.
 *
 * <p>Hazard: in valgrind 3.19, on Java 17 and 25, a LinkedHashSet that C2's code filled was without
 * its links, its size right, in each of three JVMs that had checked three operations; not with C1's
 * code. The cause is unknown. A child JVM checks one operation, and none is used behind the check.
 *
 * <p>Code here runs some 30 times slower, and mostly interpreted, so the hazards of a cold start
 * cost seconds: no lambda, stream, pattern or record's {@code equals}.
 */
final class TaintDetector implements Detector {

  /** JVM options, after those of counting: a heap that fits into valgrind. */
  static final List<String> OPTIONS =
      List.of("-Xms256m", "-Xmx256m", "-Xmn128m", "-XX:+PreserveFramePointer");

  /**
   * C2 has compiled what each run calls: a method without loops after some 200 calls in the
   * interpreter and 5,000 in C1's code, looked at every 1,024 (Tier3InvocationThreshold,
   * Tier4InvocationThreshold and Tier3InvokeNotifyFreqLog of HotSpot).
   */
  private static final int WARM_UP = 8000;

  /** Runs with a defined secret, then with an undefined one. */
  private static final int RUNS = 3;

  private final MemcheckReport report;

  /** Indexed by values that may depend on the secret; memcheck reports it if they do. */
  private final byte[] table = new byte[256];

  private boolean isLookedUp;

  /** This thread, by valgrind's number, once there was a self-test. */
  private int thread;

  TaintDetector(Path report) throws IOException {
    this.report = new MemcheckReport(report);
  }

  /** Returns a sentence if there is no valgrind on a path. */
  static String missing(String path) {
    boolean isThere =
        Arrays.stream(path.split(File.pathSeparator))
            .anyMatch(folder -> new File(folder, "valgrind").canExecute());
    return isThere ? "" : "No program 'valgrind' is on the PATH: install the package valgrind.";
  }

  /**
   * Returns valgrind's command. Without {@code --vex-guest-chase=no}, which versions before 3.17
   * may lack, valgrind follows jumps into the next block: it checks more of the JVM's code for
   * changes, a third of its time, and joins two conditions to one, behind which a branch on the
   * secret could hide. Without {@code allregs-at-mem-access} HotSpot's handler of SIGSEGV, for
   * null, finds old values in registers, and crashes.
   */
  static List<String> valgrind(Path report) {
    List<String> command =
        Conditions.words(
            """
            valgrind --quiet --tool=memcheck --leak-check=no --error-limit=no --num-callers=40
            --smc-check=all-non-file --vex-guest-chase=no --default-suppressions=no --vgdb=no --xml=yes
            --vex-iropt-register-updates=allregs-at-mem-access
            """);
    return Stream.concat(command.stream(), Stream.of("--xml-file=" + report)).toList();
  }

  @Override
  public String obstacle() throws IOException {
    if (!Memcheck.silence()) {
      return "The program valgrind did not run the JVM.";
    }
    report.skip();
    long reports = Memcheck.selfTest();
    for (Alarm alarm : report.alarms()) {
      thread = alarm.thread();
    }
    return reports >= 2
        ? ""
        : "Valgrind does not report both a branch and a look-up by an undefined byte here.";
  }

  @Override
  public Detection detect(SecretRuns subject, Set<String> accepted)
      throws IOException, CountFailure {
    Declassification.listen(
        new Consumer<>() {
          @Override
          public void accept(byte[] value) {
            for (int i = 0; isLookedUp && i < value.length; i++) {
              lookUp(value[i]);
            }
            Memcheck.define(value);
          }
        });
    subject.warmUp(WARM_UP);
    List<Alarm> alarms = alarms(subject);
    Set<Long> pcs = new TreeSet<>();
    for (Alarm alarm : alarms) {
      pcs.addAll(alarm.pcs());
    }
    Stacks stacks = Stacks.of(pcs);
    boolean isRead = false;
    Map<String, Place> places = new LinkedHashMap<>(); // by texts: cold start 11
    for (Alarm alarm : alarms) {
      List<StackTraceElement> stack = stack(alarm, stacks);
      boolean isOperations = alarm.thread() == thread || isInJava(stack); // else the JVM's threads
      isRead |= isOperations;
      if (isOperations && !Stacks.isInterpreted(stack) && !Stacks.isAccepted(stack, accepted)) {
        places.putIfAbsent(
            alarm.kind() + " " + stack, new Place(alarm.kind(), stack, Method.TAINT));
      }
    }
    if (!isRead) {
      isLookedUp = true;
      for (Alarm alarm : alarms(subject)) {
        isRead |= alarm.thread() == thread;
      }
      isLookedUp = false;
    }
    long interpreted =
        subject.run(
            subject.secrets().get(0),
            new SecretRuns.Call() {
              @Override
              public long of(SecretOperation operation, byte[] secret) {
                return Memcheck.interpreted(operation, secret);
              }
            });
    String unknown = interpreted < 0 ? "; how much was interpreted is unknown" : "";
    String remark = ShownProcessor.remark() + unknown;
    return new Detection(
        List.copyOf(places.values()),
        Math.max(0, interpreted),
        isRead ? Verdict.DECIDED : Verdict.NOT_READ,
        remark,
        "");
  }

  /** Returns the reports of runs with an undefined secret that others do not make. */
  private List<Alarm> alarms(SecretRuns subject) throws IOException, CountFailure {
    Set<String> own = new HashSet<>();
    for (Alarm alarm : check(subject, false)) {
      own.add(alarm.place());
    }
    List<Alarm> alarms = new ArrayList<>();
    for (Alarm alarm : check(subject, true)) {
      if (!own.contains(alarm.place())) {
        alarms.add(alarm);
      }
    }
    return alarms;
  }

  /** Looks up by all bits of a number. */
  private long lookUp(long number) {
    long half = number ^ number >>> 32;
    long quarter = half ^ half >>> 16;
    return table[(int) (quarter ^ quarter >>> 8) & 255];
  }

  /** An operation whose result is looked up. */
  private final class Lookup implements SecretOperation {
    private final SecretOperation operation;

    Lookup(SecretOperation operation) {
      this.operation = operation;
    }

    @Override
    public long run(byte[] secret) throws Exception {
      return lookUp(operation.run(secret));
    }
  }

  private static boolean isInJava(List<StackTraceElement> stack) {
    for (StackTraceElement line : stack) {
      if (!line.getClassName().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Leaves out frames of stubs and the runtime, but keeps the innermost ones, of the place itself.
   */
  private static List<StackTraceElement> stack(Alarm alarm, Stacks stacks) {
    List<StackTraceElement> stack = new ArrayList<>();
    boolean isInJava = false;
    for (long pc : alarm.pcs()) {
      for (StackTraceElement line : stacks.at(pc)) {
        if (isInJava && line.getLineNumber() == Stacks.INLINED) {
          continue; // the method called there is the frame before
        }
        boolean isJava = !line.getClassName().isEmpty();
        isInJava |= isJava;
        if (isJava || !isInJava) {
          stack.add(line);
        }
      }
    }
    return List.copyOf(stack);
  }

  private List<Alarm> check(SecretRuns subject, boolean isUndefined)
      throws IOException, CountFailure {
    for (int i = 0; i < RUNS; i++) {
      byte[] secret = subject.secrets().get(i);
      int run = isUndefined ? RUNS + i : i;
      ParentPipe.send("PROGRESS", Integer.toString(100 + 100 * run / (2 * RUNS)));
      long unusedResult =
          subject.run(
              secret,
              new SecretRuns.Call() {
                @Override
                public long of(SecretOperation operation, byte[] secret) {
                  return Memcheck.check(
                      isLookedUp ? new Lookup(operation) : operation, secret, isUndefined);
                }
              });
    }
    return report.alarms();
  }
}
