package org.cyclecounter.selector.osgi;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** What can be configured, described for consoles; {@link ConfigurationReader} reads it. */
@ObjectClassDefinition(
    id = ConfigurationReader.PID,
    pid = ConfigurationReader.PID,
    name = "CycleCounter",
    description = "How the best cycle counter is chosen. A change has it chosen anew.")
@interface Configuration {

  @AttributeDefinition(
      name = "Counters to look at",
      description = "Names such as amd64-tsc; none means all.",
      required = false)
  String[] include() default {};

  @AttributeDefinition(
      name = "Counters to leave out",
      description = "Names such as amd64-tsc.",
      required = false)
  String[] exclude() default {};

  @AttributeDefinition(
      name = "Scoring",
      description = "Weigh one counter against another as this release of libcpucycles does.",
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
      description = "Where a counter that may crash is first tried.",
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
          "Leave out counters whose readings compare in fewer places: system for virtual threads,"
              + " and for readings compared across threads.",
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
