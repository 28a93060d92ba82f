// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.trace;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.cyclecounter.tools.command.CommandFailure;
import org.cyclecounter.tools.command.Progress;
import org.cyclecounter.tools.command.ResultOptions;
import org.cyclecounter.tools.command.SelectingCommand;
import org.cyclecounter.tools.text.Formatted;
import org.cyclecounter.trace.Conclusion;
import org.cyclecounter.trace.ConstantTime.Compiler;
import org.cyclecounter.trace.ConstantTime.Method;
import org.cyclecounter.trace.SecretReport;
import org.cyclecounter.trace.child.CountFailure;
import org.cyclecounter.trace.secret.SecretCheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Checks whether the machine code of an operation depends on its secret. It selects no counter.
 * Status 1 if it does, or if no method could decide.
 */
@Command(
    name = "constant-time",
    description = "Check whether compiled code branches, reads or divides depending on a secret.",
    mixinStandardHelpOptions = true,
    versionProvider = SelectingCommand.Version.class)
public final class ConstantTimeCommand implements Callable<Integer> {

  private static final int MAX_SECRET_BYTES = 1 << 20;
  private static final int ALL = 100;

  @Spec CommandSpec spec;

  @Parameters(
      paramLabel = "CLASS",
      description =
          "A class that implements SecretOperation and has a public constructor without"
              + " parameters.")
  String operation = "";

  @Option(
      names = "--secret-bytes",
      paramLabel = "N",
      required = true,
      description = "The length of the secret.")
  int secretBytes;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      description = "taint, paths or timing; several are possible, default: all.")
  Set<Method> methods = EnumSet.noneOf(Method.class);

  @Option(
      names = "--compiler",
      paramLabel = "COMPILER",
      description = "The compiler whose code is checked, c1 or c2; default c2.")
  Compiler compiler = Compiler.C2;

  @Option(
      names = "--accept",
      paramLabel = "METHOD",
      description =
          "A method that depends on the secret by intent, such as"
              + " java.security.MessageDigest.isEqual; several are possible.")
  List<String> accepted = new ArrayList<>();

  @Mixin ChildOptions child = new ChildOptions(SecretCheck.LIMIT);

  @Mixin ResultOptions result = new ResultOptions();

  @Override
  public Integer call() {
    checkOptions();
    Progress line = result.progress(System.err, 1);
    SecretCheck check =
        new SecretCheck(
            secretBytes,
            operation,
            child.classPath,
            methods,
            compiler,
            Set.copyOf(accepted),
            child.limit(),
            hundredths -> line.draw(progress(hundredths)));
    try {
      SecretReport checked = check.check();
      line.clear();
      CheckedOperation output = new CheckedOperation(operation, checked);
      print(result.isJson() ? List.of(output.json()) : output.text());
      return checked.conclusion() == Conclusion.NO_DEPENDENCE_SEEN ? 0 : 1;
    } catch (CountFailure | CommandFailure e) {
      line.clear();
      spec.commandLine().getErr().println(e.getMessage());
      return 1;
    }
  }

  private String progress(int hundredths) {
    String doing = hundredths < ALL ? "warm-up" : "checked runs";
    return Formatted.of("%s: %s %d %%", operation, doing, hundredths % ALL);
  }

  private void checkOptions() {
    if (secretBytes < 1 || secretBytes > MAX_SECRET_BYTES) {
      throw SelectingCommand.bad(
          spec, "--secret-bytes must be from 1 to %d, not %d.", MAX_SECRET_BYTES, secretBytes);
    }
    child.check();
  }

  private void print(List<String> text) {
    text.forEach(spec.commandLine().getOut()::println);
    spec.commandLine().getOut().flush();
  }
}
