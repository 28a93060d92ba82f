// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.maven;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.inject.Inject;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainManager;
import org.jspecify.annotations.Nullable;

/**
 * Runs {@code cyclecounter instructions} in a JVM of its own, by the JDK of the toolchain, if there
 * is one, or Maven's. The build fails with the command's status. Each parameter is the option of
 * the same name.
 */
abstract class InstructionsMojo extends AbstractMojo {

  private static final String MAIN = "org.cyclecounter.tools.cli.Main";

  /** JMH's JAR of benchmarks. */
  @Parameter(
      property = "cyclecounter.jar",
      defaultValue = "${project.build.directory}/benchmarks.jar")
  File jar;

  /** Expressions for names of benchmarks, as for JMH. */
  @Parameter(property = "cyclecounter.benchmarks", defaultValue = ".*")
  List<String> benchmarks;

  /** Leaves out the benchmarks whose names match. */
  @Parameter(property = "cyclecounter.exclude")
  @Nullable String exclude;

  /** Counts code that does not depend on the processor; on Java 17 and 25 only. */
  @Parameter(property = "cyclecounter.portable")
  boolean portable;

  /** Fresh JVMs that have to agree on each count. */
  @Parameter(property = "cyclecounter.jvms")
  @Nullable Integer jvms;

  /** Seconds of processor time for a benchmark. */
  @Parameter(property = "cyclecounter.limit")
  @Nullable Integer limit;

  /** Runs before a benchmark is counted. */
  @Parameter(property = "cyclecounter.warmUp")
  @Nullable Integer warmUp;

  /** Counts nothing. */
  @Parameter(property = "cyclecounter.skip")
  boolean skip;

  @Parameter(defaultValue = "${plugin.artifacts}", readonly = true)
  List<Artifact> artifacts;

  @Parameter(defaultValue = "${session}", readonly = true)
  MavenSession session;

  @Inject ToolchainManager toolchains;

  /** Adds what this goal says besides. */
  abstract void addOptions(List<String> options);

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    if (skip) {
      getLog().info("No instructions are counted: skip is set.");
      return;
    }
    List<String> command = new ArrayList<>(List.of(java(), "-cp", classPath(), MAIN));
    command.addAll(arguments());
    int status = run(command);
    if (status == 1) {
      throw new MojoFailureException(
          "Instruction counts differ, or are missing: see above; --write is the goal write.");
    } else if (status != 0) {
      throw new MojoExecutionException("Nothing was counted: see above. Status " + status + ".");
    }
  }

  private String java() {
    Toolchain jdk = toolchains.getToolchainFromBuildContext("jdk", session);
    String java = jdk == null ? null : jdk.findTool("java");
    return java == null ? System.getProperty("java.home") + "/bin/java" : java;
  }

  private String classPath() {
    return artifacts.stream()
        .map(artifact -> artifact.getFile().getPath())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Returns the arguments of the command line. */
  List<String> arguments() {
    List<String> options = new ArrayList<>(List.of("instructions", "--jmh=" + jar));
    add(options, "--exclude", exclude);
    add(options, "--portable", portable);
    add(options, "--jvms", jvms);
    add(options, "--limit", limit);
    add(options, "--warm-up", warmUp);
    addOptions(options);
    options.add("--");
    options.addAll(benchmarks);
    return options;
  }

  /** Adds an option; not one that is null or false. */
  static void add(List<String> options, String name, @Nullable Object value) {
    if (value instanceof Boolean isSet) {
      if (isSet) {
        options.add(name);
      }
    } else if (value != null) {
      options.add(name + "=" + value);
    }
  }

  private int run(List<String> command) throws MojoExecutionException {
    getLog().debug(String.join(" ", command));
    List<String> lines = new ArrayList<>();
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      try (BufferedReader reader = process.inputReader(Charset.defaultCharset())) {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          getLog().info(line);
          lines.add(line);
        }
      }
      int status = process.waitFor();
      if (status != 0 && !getLog().isInfoEnabled()) {
        lines.forEach(getLog()::error);
      }
      return status;
    } catch (IOException e) {
      throw new MojoExecutionException(command.get(0) + " cannot be run: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MojoExecutionException("Interrupted.", e);
    }
  }
}
