// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.cyclecounter.constanttime.Compiler;
import org.cyclecounter.constanttime.Conclusion;
import org.cyclecounter.constanttime.Method;
import org.cyclecounter.constanttime.SecretOperation;
import org.cyclecounter.constanttime.SecretReport;
import org.cyclecounter.constanttime.check.SecretCheck;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.tools.command.BadUsage;
import org.cyclecounter.tools.command.OperationClass;
import org.cyclecounter.tools.command.OperationMethod;
import org.cyclecounter.tools.command.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Checks whether the machine code of an operation depends on its secret. Status 1 if it does, or if
 * no method could decide.
 */
@Command(
    name = "constant-time",
    description = "Check whether compiled code branches, reads or divides depending on a secret.")
public final class ConstantTimeCommand extends CompiledCodeCommand {

  private static final int MAX_SECRET_BYTES = 1 << 20;

  @Parameters(
      paramLabel = "NAME",
      description =
          "A static method of one byte[], the secret, as CLASS#METHOD, or a class that implements"
              + " SecretOperation and has a public constructor without parameters.")
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
          "A method that depends on the secret by intent, and not what it calls, such as"
              + " java.security.MessageDigest.isEqual; several are possible.")
  List<String> accepted = new ArrayList<>();

  /** Creates a command with the limit of a check. */
  public ConstantTimeCommand() {
    super(SecretCheck.LIMIT);
  }

  @Override
  protected int run() {
    checkRange("--secret-bytes", secretBytes, 1, MAX_SECRET_BYTES);
    Duration limit = limit();
    warnOfProperties();
    ClassLoader loader = options.loader();
    OperationClass.check(operation, loader, SecretOperation.class, OperationMethod.Shape.SECRET);
    Progress progress = progress(1);
    SecretCheck check =
        new SecretCheck(
            secretBytes,
            operation,
            options.classPath(),
            methods,
            compiler,
            Set.copyOf(accepted),
            limit,
            progress::at);
    String problem = check.problem(loader);
    if (!problem.isEmpty()) {
      throw new BadUsage("%s", problem);
    }
    onInterruption(progress::interrupt);
    // No progress is shown, by default, and the output is for people.
    if (isProgressByDefault() && !isProgressShown() && !options.isJson()) {
      progress.say(
          "The check of " + operation + " may take minutes; --progress shows how far it is.");
    }
    try {
      progress.ticking();
      progress.begin(operation);
      SecretReport checked = check.check();
      progress.end();
      CheckedOperation output = new CheckedOperation(operation, checked);
      print(options.isJson() ? List.of(output.json()) : output.text());
      return status(checked);
    } catch (CountFailure e) {
      progress.end();
      options.say(String.valueOf(e.getMessage()), e.trace(), progress);
      return 1;
    }
  }

  /** Returns the status of a check that ended: 0 for its best conclusion alone. */
  static int status(SecretReport checked) {
    return checked.conclusion() == Conclusion.NO_DEPENDENCE_SEEN ? 0 : 1;
  }
}
