// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.tck;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.cyclecounter.tck.ProviderTck;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs the kit of tests with providers, as a build does, and writes a line for each test that
 * failed: the rule's number, the counter or provider, and the message.
 */
public final class RulesOfFaults {

  /** Each waits for child JVMs, which take a processor. */
  private static final int AT_ONCE = 2;

  private RulesOfFaults() {}

  /** The kit for the provider that this thread is about. */
  static final class FaultyProvider extends ProviderTck {
    private static final ThreadLocal<String> NAME = new ThreadLocal<>();

    @Override
    protected String provider() {
      return NAME.get();
    }

    @Override
    protected boolean isService() {
      return !NAME.get().matches(".*\\.(Careless|Chosen)");
    }
  }

  /**
   * Runs the kit with each.
   *
   * @param arguments a file for the lines, and the providers' classes
   */
  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE);
    List<Future<List<String>>> all = new ArrayList<>();
    for (String provider : List.of(arguments).subList(1, arguments.length)) {
      all.add(pool.submit(() -> failures(provider)));
    }
    List<String> lines = new ArrayList<>();
    for (Future<List<String>> each : all) {
      lines.addAll(each.get());
    }
    pool.shutdown();
    Files.write(Path.of(arguments[0]), lines);
  }

  private static List<String> failures(String provider) {
    FaultyProvider.NAME.set(provider);
    List<String> lines = new ArrayList<>();
    TestExecutionListener listener =
        new TestExecutionListener() {
          private final List<TestIdentifier> rules = new ArrayList<>();

          @Override
          public void executionStarted(TestIdentifier rule) {
            if (rule.isContainer() && rule.getUniqueId().contains("dynamic-container")) {
              rules.add(rule);
            }
          }

          @Override
          public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest() && result.getStatus() == TestExecutionResult.Status.FAILED) {
              String message = result.getThrowable().map(Throwable::getMessage).orElse("");
              String rule = Integer.toString(rules.size() - 1);
              lines.add(String.join("\t", rule, test.getDisplayName(), message));
            }
          }
        };
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(FaultyProvider.class))
                .build(),
            listener);
    return lines;
  }
}
