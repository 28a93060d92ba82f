// SPDX-License-Identifier: Apache-2.0
package com.example;

import org.cyclecounter.CounterReport;
import org.cyclecounter.selector.CpuCycles;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Counts in a JAR of JARs. */
@SpringBootApplication
public class Application {

  /** For Spring. */
  public Application() {}

  /**
   * Starts Spring.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    SpringApplication.run(Application.class, arguments);
  }

  /**
   * Runs when Spring has started.
   *
   * @return prints how many cycles a loop takes
   */
  @Bean
  public CommandLineRunner count() {
    return arguments -> {
      long before = CpuCycles.cycles();
      double sum = 0;
      for (int i = 1; i < 1_000_000; i++) {
        sum += 1.0 / i;
      }
      long cycles = CpuCycles.cycles() - before;
      for (CounterReport counter : CpuCycles.report().counters()) {
        System.out.println(counter.name() + ": " + counter.reason());
      }
      System.out.println("sum " + sum);
      System.out.println(cycles + " cycles by " + CpuCycles.implementation());
    };
  }
}
