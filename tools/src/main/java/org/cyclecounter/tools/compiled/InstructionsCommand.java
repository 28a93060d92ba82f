// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.count.CountPlan;
import org.cyclecounter.instructions.count.Counting;
import org.cyclecounter.instructions.count.Portability;
import org.cyclecounter.instructions.count.Target;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.tools.command.BadUsage;
import org.cyclecounter.tools.command.CommandFailure;
import org.cyclecounter.tools.command.OperationClass;
import org.cyclecounter.tools.command.OperationMethod.Shape;
import org.cyclecounter.tools.command.OutputFile;
import org.cyclecounter.tools.command.Progress;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Counts the instructions of operations or benchmarks, each in fresh JVMs, and compares them with a
 * baseline. Status 1 if instructions cannot be counted here, an operation cannot, one differs
 * between the JVMs, or from the baseline.
 */
@Command(
    name = "instructions",
    description =
        "Count the instructions that operations or benchmarks execute, exactly and without a PMU.")
public final class InstructionsCommand extends CompiledCodeCommand {

  @Parameters(
      paramLabel = "NAME",
      arity = "1..*",
      description =
          "A static method without parameters, as CLASS#METHOD, or a class that implements Callable"
              + " and has a public constructor without parameters; with --jmh an expression for"
              + " names of benchmarks, as for JMH, such as '.*'.")
  List<String> names = new ArrayList<>();

  @Option(names = "--jmh", paramLabel = "JAR", description = "Count JMH's benchmarks in this JAR.")
  @Nullable String jmh;

  @Option(
      names = "--exclude",
      paramLabel = "EXPRESSION",
      description = "Leave out the benchmarks whose names match, also if a NAME does.")
  @Nullable String excluded;

  @Mixin BaselineOptions baseline = new BaselineOptions();

  @Option(
      names = "--summary",
      paramLabel = "FILE",
      description =
          "Write a summary in Markdown; default: append it to GITHUB_STEP_SUMMARY, if that is set"
              + " and counts were compared.")
  @Nullable String summary;

  @Option(
      names = "--lines",
      paramLabel = "N",
      description = "Print the N lines of code with the most instructions; default 5.")
  int lines = 5;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description = "Runs before an operation is counted; default 20000.")
  int warmUp = CountPlan.WARM_UP;

  @Option(
      names = "--jvms",
      paramLabel = "N",
      description = "Fresh JVMs that have to agree on each count; default 2.")
  int jvms = CountPlan.JVMS;

  @Option(
      names = "--steps",
      description = "Step through each instruction; the count is the same and takes longer.")
  boolean isStepped;

  @Option(
      names = "--portable",
      description = "Count code that does not depend on the processor; Java 17 and 25 only.")
  boolean isPortable;

  /** Creates a command with the limit of a count. */
  public InstructionsCommand() {
    super(CountPlan.LIMIT);
  }

  @Override
  protected int run() {
    checkRange("--lines", lines, 0, Integer.MAX_VALUE);
    checkRange("--warm-up", warmUp, 0, Integer.MAX_VALUE);
    checkRange("--jvms", jvms, 1, CountPlan.MAX_JVMS);
    CountPlan plan = new CountPlan(warmUp, jvms, limit(), isPortable, isStepped);
    String processor = isPortable ? Portability.obstacle() : "";
    if (!processor.isEmpty()) {
      throw new BadUsage("%s", processor);
    }
    warnOfProperties();
    baseline.check();
    @Nullable OutputFile summaryFile = OutputFile.of("--summary", summary, options.isJson());
    ClassLoader loader = options.loader(); // refuses a path that does not exist
    String path =
        jmh == null ? options.classPath() : BenchmarkJar.classPath(jmh, options.classPath());
    @Nullable BenchmarkJar jar =
        jmh == null ? null : new BenchmarkJar("--jmh", jmh, names, excluded, loader);
    if (jar == null) {
      if (excluded != null) {
        throw new BadUsage("--exclude needs --jmh JAR.");
      }
      names.forEach(name -> OperationClass.check(name, loader, Callable.class, Shape.NONE));
    }
    @Nullable BaseOperations base =
        baseline.against == null
            ? null
            : new BaseOperations(baseline.against, path, jar != null, names, excluded);
    String obstacle = Counting.obstacle();
    if (!obstacle.isEmpty()) {
      throw new CommandFailure(obstacle);
    }
    List<Target> targets = jar == null ? operations() : jar.targets(path, false, plan.limit());
    if (base != null) {
      base.find(targets, plan.limit());
    }
    Progress progress = progress(targets.size());
    CountedOutput output = new CountedOutput(out(), progress, options.isJson(), lines, baseline);
    onInterruption(output::interrupt);
    Set<String> said = new HashSet<>();
    try {
      progress.ticking();
      for (Target target : targets) {
        progress.begin(target.name());
        try {
          @Nullable InstructionCount was = base == null ? null : base.count(target, plan, progress);
          InstructionCount count = new Counting(target, plan, progress::at).count();
          boolean isSame = base != null && base.isSame();
          output.put(baseline.compared(target, count, isSame ? count : was));
        } catch (CountFailure e) {
          String failure = String.valueOf(e.getMessage());
          output.put(new CountedOperation(target, null, failure, null, null));
          if (said.add(failure)) { // of several benchmarks, perhaps
            options.say(failure, e.trace(), progress);
          }
        }
      }
      output.end();
    } finally {
      progress.clear(); // or else a failure's sentence would stand behind it
    }
    List<String> notes = new ArrayList<>(base == null ? List.of() : base.notes());
    notes.addAll(baseline.warnings());
    notes.forEach(progress::say);
    report(output.all(), notes, summaryFile, progress);
    return output.isAllRight() ? 0 : 1;
  }

  /** Writes the summary, and what a job of GitHub shows. */
  private void report(
      List<CountedOperation> all,
      List<String> notes,
      @Nullable OutputFile summaryFile,
      Progress progress) {
    List<String> text = CountSummary.of(all, baseline.source(), notes);
    if (summaryFile != null) {
      summaryFile.write(String.join("\n", text) + "\n", out());
    }
    if (!baseline.source().isEmpty()) {
      GithubJob job = new GithubJob(System.getenv(), Path.of("").toAbsolutePath());
      job.errors(all).forEach(progress::print);
      String failure = summaryFile == null ? job.summarize(text) : "";
      if (!failure.isEmpty()) {
        progress.say(failure);
      }
    }
  }

  private List<Target> operations() {
    return names.stream().map(name -> Target.ofName(name, options.classPath())).toList();
  }
}
