// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/**
 * Describes the configuration for consoles; {@link ConfigurationReader} reads it. The build writes
 * the Metatype XML from it; at run time nothing uses this type. Its methods' names are those of
 * {@code Settings.NAMES}, and its defaults, which consoles show, are those of {@code Settings}.
 */
@ObjectClassDefinition(
    id = ConfigurationReader.PID,
    pid = ConfigurationReader.PID,
    name = "CycleCounter",
    description = "Selection of the best cycle counter. A change triggers a new selection.")
@interface Configuration {

  @AttributeDefinition(
      name = "Counters to include",
      description = "Names such as amd64-tsc; none means all.",
      required = false)
  String[] include() default {};

  @AttributeDefinition(
      name = "Counters to exclude",
      description = "Names such as amd64-tsc.",
      required = false)
  String[] exclude() default {};

  @AttributeDefinition(
      name = "Scoring",
      description = "Score counters as this release of libcpucycles does.",
      options = {
        @Option(label = "20240114", value = "20240114"),
        @Option(label = "20260901", value = "20260901")
      },
      required = false)
  String scoring() default "20240114";

  @AttributeDefinition(
      name = "CPU frequency",
      description = "Cycles per second (Hz) instead of the machine's estimate; 0 for the estimate.",
      min = "0",
      required = false)
  long cyclesPerSecond() default 0;

  @AttributeDefinition(
      name = "Isolation",
      description = "Where counters that may crash are probed.",
      options = {
        @Option(label = "auto", value = "auto"),
        @Option(label = "native", value = "native"),
        @Option(label = "jvm", value = "jvm"),
        @Option(label = "none", value = "none")
      },
      required = false)
  String isolation() default "auto";

  @AttributeDefinition(
      name = "Minimum scope",
      description =
          "Exclude counters of a narrower scope: use system for virtual threads, and for readings"
              + " compared across threads.",
      options = {
        @Option(label = "thread", value = "thread"),
        @Option(label = "core", value = "core"),
        @Option(label = "system", value = "system")
      },
      required = false)
  String minimumScope() default "thread";

  @AttributeDefinition(
      name = "High-resolution counters",
      description =
          "Off: nothing finer than a microsecond is read, for machines where fine timers are"
              + " unwanted. Cycle counters are for development and benchmarks.",
      required = false)
  boolean highResolution() default true;
}
