// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.util.List;
import org.cyclecounter.Obstacle;

/**
 * The reason that a counter or a provider is rejected: a code and its arguments, from where it
 * fails to the report, which alone makes the sentence. All sentences of rejections are here.
 * Immutable. Nothing parses the arguments.
 */
public record Rejection(Code code, List<String> arguments) {

  private static final String NO_PROCESS_HERE =
      "it may crash, and no child process can be started to probe it: ";

  /** The remedy where no child process can be started; only a user may decide on that risk. */
  private static final String UNPROBED =
      "if that cannot be changed, -Dorg.cyclecounter.isolation=none reads the counter unprotected;"
          + " a fault then ends the JVM";

  /** The reasons; {@code {0}} and so on stand for the arguments. */
  public enum Code {
    /** A whole sentence: the message of a CounterUnavailableException, or why it is unavailable. */
    SAID("{0}"),
    /** An exception of third-party code, as {@link Failures#of(String, Throwable)} composes it. */
    THREW("{0}"),
    /** The method, the limit in seconds. */
    NOT_RETURNED("{0} did not return within {1} s; -Dorg.cyclecounter.probe.seconds allows more"),
    INTERRUPTED("the selecting thread was interrupted while probing it"),
    NO_THREAD(
        "no thread could be started to probe it: {0}; a limit of processes and threads (ulimit -u,"
            + " pids.max) is reached; raise it"),

    // Settings.
    EXCLUDED("excluded by the caller"),
    NOT_INCLUDED("not included by the caller"),
    TOO_FINE("finer than a microsecond, and high-resolution counters are not allowed here"),
    /** The place where its readings compare, the scope that is requested, a remark. */
    TOO_NARROW("its readings are comparable {0} only; requested: {1}{2}"),
    /** The cost of a read, the limit, in ns. */
    TOO_SLOW("a read costs {0} ns, more than the {1} ns of maximumReadNanos"),
    /** Once selected, it would read itself without end. */
    READS_CPU_CYCLES("its reads call CpuCycles, so it cannot be CpuCycles's own counter"),

    // Answers of a counter.
    NO_SOURCE(
        "open() returned null; it must return a TickSource or throw CounterUnavailableException"),
    NO_COUNTED("counted() returned null; it must return one of the constants of Counted"),
    NO_INSTRUCTION("instruction() returned null; it must return a name or an empty text"),
    BAD_WIDTH("bits() returned {0}; it must return 32 or 64"),
    NO_SCALING("scaling() returned null; it must return one of the constants of Scaling"),

    // Measurements. The frequency is in Hz, then a remark.
    NO_MULTIPLIER(
        "no multiplier fits: it stands still, or the CPU's estimated frequency of {0} Hz is not"
            + " close to a multiple of the counter's; /etc/cpucyclespersecond can hold a better"
            + " one{1}"),
    /** The number of runs; a remedy for a third party, or nothing. */
    RUNS_BACKWARDS("it runs backwards in each of {0} runs of 1000 reads{1}"),
    STANDS_STILL("it stands still in each of {0} runs of 1000 reads{1}"),
    SHARED("it ran for {0} % of the time: the hardware counter is shared with other events"),
    STILL_AT_TIMES(
        "it stands still at times: {0} of 1000 adjacent readings are equal although a read takes"
            + " cycles; usual on a virtual PMU that is short of counters"),
    IMPLAUSIBLE(
        "it does not rise with time: in half a millisecond it ticks at {0} Hz, as a counter of its"
            + " own calls does and no {1}; correct ticks(), or kind() must be FIXED_RESOLUTION"),
    /** After the selection; a sentence. */
    LOST_IN_USE("lost while it was in use: {0}"),

    // Service files: the class, the file.
    NO_CLASS("{0}, listed in {1}, is not found; correct the name, or put the class on the path"),
    /** A subtype of another class loader's copy of the interface is no subtype here. */
    NO_PROVIDER(
        "{0}, listed in {1}, does not implement org.cyclecounter.spi.CycleCounterProvider as the"
            + " selector loads it; implement it, and leave only one copy of cyclecounter-api"),
    /** The same, of a bundle. */
    NOT_IMPORTED(
        "{0} does not implement the org.cyclecounter.spi.CycleCounterProvider that the selector"
            + " uses; the bundle must import org.cyclecounter.spi"),
    /** The package. */
    NO_IMPORT(
        "the bundle imports no package {0}; add Import-Package:"
            + " org.cyclecounter,org.cyclecounter.spi, or build it with bnd"),
    NO_CONSTRUCTOR("{0}, listed in {1}, needs a public constructor without parameters"),
    /** Also this Java's version. */
    LATER_JAVA(
        "{0}, listed in {1}, is compiled for a later Java than this one, {2}"
            + " (UnsupportedClassVersionError); compile it with --release {2}"),
    BAD_CLASS("{0}, listed in {1}, cannot be loaded: {2}; rebuild its JAR"),
    /** ServiceLoader refused a class that can be loaded without it. */
    NOT_LOADED("{0}, listed in {1}, cannot be loaded; the log at debug level says more"),
    /** An exception that names the service file, a remedy. */
    NONE_LOADED("a provider cannot be loaded: {0}{1}"),
    // While other families were found: the processor, the artifact.
    NO_FAMILY(
        "no family for {0} was found: add {1}; if its classes are in a JAR made of several, the"
            + " files in META-INF/services must be merged (maven-shade-plugin:"
            + " ServicesResourceTransformer)"),
    NO_FAMILY_BUNDLE("no family for {0} was found: install and start the bundle {1}"),

    FAILED_EARLIER("{0}, in an earlier selection; stop the bundle, or update it"),
    /** An exception in a child JVM, as of {@link #THREW}. */
    NEEDS_PROGRAM(
        "{0}; that was in the child JVM, which has 32 MB of heap and the program's own system"
            + " properties: if it needs more, hand it over with Builder.providers, or"
            + " register it as a service"),
    NO_LIST("counters() returned null; it must return a list, which may be empty"),
    /** The class, its module. */
    NOT_PROVIDED(
        "{0}, listed in a service file of the module {1}, is not found, because Java reads none of"
            + " a module with a descriptor; add to its module-info: provides"
            + " org.cyclecounter.spi.CycleCounterProvider with {0}"),

    // From here to NOT_OFFERED with the provider's name, as of ProviderHandle.describe().
    PROVIDER_FAILED("the provider {0} failed: {1}"),
    PROVIDER_NOT_LOADED(
        "the provider {0} was not loaded: {1}; a provider that the program hands over"
            + " (Builder.providers), or registers as a service, is taken at its word"),
    NOT_LISTED("the provider {0} was not loaded: its counters are not included by the caller"),
    LISTS_NOTHING(
        "the provider {0} lists no counter; it may be for another machine, or need a setting of its"
            + " own"),
    /** Also the first difference. */
    LISTS_ELSE(
        "the provider {0} lists other counters in this process than in the child JVM that probed"
            + " it: {1}; it must list the same ones in every process, in the same order"),
    /** The methods provider() of several modules may return one type. */
    AMBIGUOUS(
        "several modules have a provider of the type {0}, which a child JVM cannot tell apart;"
            + " provider() must return a class of its own module"),
    /** Also the limit, and the number of counters beyond it. */
    TOO_MANY("the provider {0} has more than {1} counters; the other {2} are ignored"),
    NO_COUNTER("counters() of {0} returned a list that contains null; remove it"),
    NOT_DESCRIBED("the provider {0} has a counter that cannot be described: {1}"),
    /** Also the methods that returned null. */
    INCOMPLETE("{1} returned null (of {0}); a counter needs a name, a CounterKind and a Scope"),
    /** Also the limit. Reports separate names by blanks, settings by commas. */
    BAD_NAME(
        "its name must be 1 to {1} letters, digits, hyphens, dots or underscores, a letter or digit"
            + " first (of {0})"),
    /** Also the owner of the name. */
    NAME_TAKEN("{1} already has a counter of this name; the one of {0} needs another name"),
    /** The number, the provider. */
    OTHERS_HANG("{0} other counters of {1} did not return"),
    NOT_PUBLIC(
        "it may crash, and a child JVM cannot create its provider {0}, which must be a public class"
            + " with a public constructor without parameters"),
    /** The provider, the counter. */
    NOT_OFFERED("in a child JVM {0} does not offer {1}"),

    // Child processes that cannot be started, and that cannot create the provider.
    IN_A_CHILD(
        "it may crash, and this process is itself a child JVM that probes counters: it starts no"
            + " other"),
    INTERRUPTED_BEFORE("interrupted before it was probed"),
    // From here to CHILD_FAILED thrown as StartException; to REFUSED with NO_PROCESS_HERE,
    // UNPROBED.
    NO_JAVA("this program has no java.home, as in a native image"),
    NO_LAUNCHER(
        "{0} does not exist; jlink and jpackage leave it in the image without"
            + " --strip-native-commands (jpackage --jlink-options)"),
    NO_ROOM(
        "its control group (container) has {0} MB left of {1} MB, and a child JVM may need {2} MB:"
            + " raise the limit, or select earlier"),
    /** Of {@code bin/java}, or of {@code lib/jspawnhelper}, by which the JDK starts it. */
    NOT_EXECUTABLE(
        "{0}; Java's bin/java or lib/jspawnhelper is missing, or may not be executed: a permission,"
            + " a noexec mount, or a security module"),
    OUT_OF_FILES("{0}; the limit of open files (ulimit -n) is reached; raise it"),
    SYSTEM_OUT_OF_FILES("{0}; the system's limit of open files (fs.file-max) is reached; raise it"),
    REFUSED(
        "{0}; a system-call filter (seccomp) or a process limit (ulimit -u, pids.max) refuses it"),
    NO_PROCESS(NO_PROCESS_HERE + "{0}"),
    /** It was started, and was never ready. */
    CHILD_FAILED("it may crash, and its child process failed: {0}"),
    PROVIDERS_HANG("{0} other providers did not return"),
    NOT_MADE("it may crash, and a child JVM cannot create its provider: {0}"),
    /** The budget in seconds. */
    BUDGET(
        "third parties had used up their {0} s of processor time in the first reading before it was"
            + " probed; -Dorg.cyclecounter.thirdparty.seconds allows more, and a report tries it"),
    BUDGET_SHARE(
        "it used up its share of the {0} s of processor time that third parties have in a first"
            + " reading; -Dorg.cyclecounter.thirdparty.seconds allows more, and a report tries it"),

    // Native probes: opened, read or closed is the first argument where there are two.
    /** The platform. */
    NATIVE_NOT_OFFERED("native isolation is not offered for {0}; use AUTO or JVM"),
    NO_ENTRY_POINT("it has no entry point to probe natively; use isolation AUTO or JVM"),
    NATIVE_NOT_LOADED("native isolation cannot be used: {0}"),
    /** The errno of clone(2): EAGAIN (11) for a limit, usually EPERM (1) for a filter. */
    NO_NATIVE_CHILD(
        "it may crash, and no child process can be created to probe it: system error {0}; a"
            + " system-call filter (seccomp) or a process limit (ulimit -u, pids.max) refuses it; "
            + UNPROBED),
    /** Its end, as of {@link #FAULTS}. */
    NATIVE_CHILD_ENDED("it may crash, and its child process ended before opening it: {0}"),
    /** Its thread in the child cannot read the counter. */
    UNREADABLE("its thread could not read it"),
    TAKEN_AWAY("the kernel took it away while it was being read"),
    /** Also the limit in seconds. */
    HANGS_NATIVELY("it did not return within {1} s while being {0}"),
    /** Also the signal, or how its process ended. */
    FAULTS("it failed while being {0}: {1}"),
    /** Also the names of registers. */
    BREAKS_CONVENTION(
        "it failed while being {0}: it violates the calling convention: it changed {1}"),
    /** SECCOMP_RET_KILL, seccomp(2): the call is neither allowed nor refused. */
    FILTER_KILLS(
        "it failed while being opened: SIGSYS: a system-call filter (seccomp) kills the process"
            + " that calls perf_event_open; it must allow or refuse that call"),
    /** SECCOMP_RET_TRAP. */
    FILTER_TRAPS(
        "it failed while being opened: SIGSYS: a system-call filter (seccomp) traps perf_event_open"
            + " or what it needs; it must allow or refuse that call"),

    // The life that a child JVM rehearses.
    /** The step ({@link Step#when}), the cause of the end. */
    ENDS_PROCESS("it ends the process {0}: {1}"),
    /** The step, the method, the limit in seconds. */
    HANGS("{1} did not return within {2} s {0}; -Dorg.cyclecounter.probe.seconds allows more"),
    /** An exception as a sentence, the step. */
    THROWS("{0} ({1})"),
    /** The step, the state that was changed. */
    CHANGES("it changed {1} {0}"),
    /** The thread. */
    KEEPS("its thread {0} keeps a program from ending while it is open; make it a daemon"),
    /** The thread or process. */
    LEAVES("it left {0} behind"),
    /** The cost of a read in ns. */
    NOT_WORTH("a read takes {0} ns, so it cannot win; a report tries it");

    private final String template;

    Code(String template) {
      this.template = template;
    }

    /** Returns true if the sentence has the name of the provider. */
    boolean namesProvider() {
      return compareTo(PROVIDER_FAILED) >= 0 && compareTo(NOT_OFFERED) <= 0;
    }

    /** Returns the obstacle to probing a counter in a process, if this is the reason. */
    public Obstacle obstacleToProbe() {
      if (this == OUT_OF_FILES) {
        return Obstacle.TOO_MANY_FILES;
      }
      if (this == SYSTEM_OUT_OF_FILES) {
        return Obstacle.SYSTEM_FILES;
      }
      boolean isLauncher = this == NO_JAVA || this == NO_LAUNCHER || this == NOT_EXECUTABLE;
      return isLauncher ? Obstacle.NO_LAUNCHER : Obstacle.NOT_PROBED;
    }

    /** Returns true for a rejection in a first reading only: a report tries the counter. */
    public boolean isPending() {
      return this == NOT_WORTH || this == BUDGET || this == BUDGET_SHARE;
    }

    /** Returns true if nothing of the provider has run: the machine, or others, are the reason. */
    boolean isUnprobed() {
      return compareTo(IN_A_CHILD) >= 0 && compareTo(PROVIDERS_HANG) <= 0 || this == BUDGET;
    }
  }

  public static Rejection of(Code code, String... arguments) {
    return new Rejection(code, List.of(arguments));
  }

  /** Makes the rejection of a provider, with its name, from the reason. */
  public Rejection ofProvider(String provider) {
    Code failed = code.isUnprobed() ? Code.PROVIDER_NOT_LOADED : Code.PROVIDER_FAILED;
    return code.namesProvider() ? this : of(failed, provider, sentence());
  }

  /** Names the provider of a counter that does not work, unless this names it. */
  public String withProvider(String reason, String provider) {
    return code.namesProvider() ? reason : reason + " (of " + provider + ")";
  }

  /** Makes the sentence, for people: for a report, or as an argument of another rejection. */
  public String sentence() {
    String text = code.template;
    if (code.compareTo(Code.NO_JAVA) >= 0 && code.compareTo(Code.REFUSED) <= 0) {
      text = NO_PROCESS_HERE + text + "; " + UNPROBED;
    }
    StringBuilder sentence = new StringBuilder();
    int from = 0;
    for (int brace = text.indexOf('{'); brace >= 0; brace = text.indexOf('{', from)) {
      sentence.append(text, from, brace).append(arguments.get(text.charAt(brace + 1) - '0'));
      from = brace + 3;
    }
    return sentence.append(text, from, text.length()).toString();
  }
}
