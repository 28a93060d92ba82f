// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * A counter read by a C function in the provider's packaged library. {@link #open()} loads the
 * library and gives reads through JNI, which can be linked more cheaply ({@link NativeTicks}) once
 * the counter has been selected.
 *
 * <p>A subclass declares static native methods for the reads and hands them over twice: as JNI
 * calls ({@link #read}) and as addresses ({@link #address}). Nothing but a read may execute the
 * counter's instruction, which may crash the process until the selector has probed it elsewhere.
 *
 * @since 0.1.0
 */
public abstract class NativeCounterSource implements CounterSource {

  /** The C functions of a counter. */
  public enum Function {
    /** {@link TickSource#ticks()}. */
    TICKS,
    /** {@link TickSource#startTicks()}. */
    START_TICKS,
    /** {@link TickSource#stopTicks()}. */
    STOP_TICKS,
    /**
     * {@link TickSource#entryPoint()}: the function to probe in a native child; if present,
     * START_TICKS and STOP_TICKS must be leaf functions as well.
     */
    ENTRY_POINT
  }

  private final String name;
  private final CounterKind kind;
  private final Scope scope;
  final NativeLibrary library;
  private final Scaling unknownRate;
  volatile boolean opened;
  volatile String notLinkedReason = "";

  /**
   * Describes a counter whose ticks are treated as cycles; nothing is touched.
   *
   * @param name the counter's name
   * @param kind what it counts
   * @param scope between which readings a difference means something
   * @param library the library that holds its C functions
   */
  protected NativeCounterSource(String name, CounterKind kind, Scope scope, NativeLibrary library) {
    this(name, kind, scope, library, Scaling.none());
  }

  /**
   * Describes the counter; nothing is touched.
   *
   * @param name the counter's name
   * @param kind what it counts
   * @param scope between which readings a difference means something
   * @param library the library that holds its C functions
   * @param unknownRate the scaling if the machine does not report the tick rate
   */
  protected NativeCounterSource(
      String name, CounterKind kind, Scope scope, NativeLibrary library, Scaling unknownRate) {
    this.name = name;
    this.kind = kind;
    this.scope = scope;
    this.library = library;
    this.unknownRate = unknownRate;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final CounterKind kind() {
    return kind;
  }

  @Override
  public final Scope scope() {
    return scope;
  }

  /**
   * Returns the rate that the machine reports ({@link #ticksPerSecond()}) once the counter has been
   * opened; before that, or if the machine reports none, the scaling given on construction.
   */
  @Override
  public final Scaling scaling() {
    long hz = opened ? ticksPerSecond() : 0;
    return hz > 0 ? Scaling.ticksPerSecond(hz) : unknownRate;
  }

  /**
   * Returns the true tick rate, from a register or file of the machine. Called only after {@link
   * #open()} has succeeded. It may execute an instruction that needs no other permission than the
   * counter's own read, because the selector asks only after probing that elsewhere.
   *
   * @return ticks per second; 0, the default, if the machine does not report it
   */
  protected long ticksPerSecond() {
    return 0;
  }

  /**
   * Returns the address of one of this counter's C functions, {@code int64_t f(void)}: the native
   * method that the macro CC_ADDRESSES defines. Called once the library is loaded; must not execute
   * the counter's instruction.
   *
   * @param function the ordinal of a {@link Function}
   * @return the address; 0 if there is no such function, which is allowed for ENTRY_POINT only
   */
  protected abstract long address(int function);

  /**
   * Returns the address of this counter's {@code struct cc_probe} (probe.h): {@link
   * NativeTicks#probe()}. Called once the library is loaded; must not execute the counter's
   * instruction.
   *
   * @return the address; 0, the default, if the reads need no opening
   */
  protected long probe() {
    return 0;
  }

  /**
   * Explains why the probe could not open the counter.
   *
   * @param result of its {@code open}: a negated errno or a positive number of the counter's
   * @return the reason; by default only the number
   */
  public Refusal refusal(int result) {
    return new Refusal(
        "it cannot be opened: " + (result < 0 ? "errno " + -result : "reason " + result), null);
  }

  /**
   * Returns the obstacle if {@link #checkPlatform} rejects the counter, for code. Used for a
   * report, not before a first reading.
   *
   * @return null, the default, if it is the platform itself
   */
  protected @Nullable Obstacle obstacleOfPlatform() {
    return null;
  }

  /**
   * Returns whether the processor is one that can have the counter, whatever is set. If not, no
   * obstacle is reported, because nothing that could be changed makes the counter work. Used for a
   * report, not before a first reading.
   *
   * @return true, the default; false only if the processor is known to be another maker's
   */
  public boolean isForThisProcessor() {
    return true;
  }

  /**
   * Returns whether this operating system can have the counter. Used for a report only.
   *
   * @return true, the default; false only for a counter of another operating system
   */
  public boolean isForThisSystem() {
    return true;
  }

  /**
   * Says why readings compare on one core only although {@link #scope()} is {@link Scope#SYSTEM}:
   * the declared scope is narrowed to {@link Scope#CORE} where the machine contradicts it. Called
   * after {@link #open()} has succeeded.
   *
   * @return one sentence; empty, the default, if the declared scope holds
   */
  public String narrowingReason() {
    return "";
  }

  /**
   * Returns the rate that the processor tells of a counter that libcpucycles 20240114 does not
   * scale, and 20260901 does: CPUID's of Intel's time-stamp counter. Called after {@link #open()}
   * has succeeded, for a selection by the newer release only.
   *
   * @return ticks per second; 0, the default, if there is no such rate
   */
  public long nominalHz() {
    return 0;
  }

  /**
   * Returns whether another counter is this one under a second name: its reads call the same C
   * function, so that one measurement holds for both. To be asked once this one's reads are open.
   *
   * @param other a counter of any provider
   * @return false for one that could not be opened
   */
  public final boolean isTwinOf(CounterSource other) {
    int ticks = Function.TICKS.ordinal();
    // Of the same class: the library may lack another one's functions.
    return other instanceof NativeCounterSource twin
        && twin.getClass() == getClass()
        && twin.opened
        && twin.address(ticks) == address(ticks);
  }

  /**
   * Returns the obstacle of a counter that could not be opened in this process, as far as the
   * machine and the library show.
   *
   * @return null if nothing is known that could be changed
   */
  public final @Nullable Obstacle obstacleHere() {
    if (!library.isPackaged()) {
      return null;
    }
    return unavailableReason().isEmpty() ? library.obstacle() : obstacleOfPlatform();
  }

  /**
   * Reads the counter through JNI: calls the native method of one of its C functions. A counter
   * whose functions differ between processors decides in {@link #check} which they are.
   *
   * @param function TICKS, START_TICKS or STOP_TICKS
   * @return the reading
   */
  protected abstract long read(Function function);

  /**
   * Checks what can be checked before the library is loaded, such as the operating system.
   *
   * @throws CounterUnavailableException with the reason if the counter cannot work here
   */
  protected void checkPlatform() throws CounterUnavailableException {}

  /**
   * Returns the reason that {@link #checkPlatform} gives, before anything is loaded.
   *
   * @return why the counter cannot work here; empty if that is not known yet
   */
  public final String unavailableReason() {
    try {
      checkPlatform();
      return "";
    } catch (CounterUnavailableException e) {
      return String.valueOf(e.getMessage());
    } catch (SecurityException e) {
      return NativeLibrary.refused("what it needs", e);
    }
  }

  /**
   * Checks what can be checked without running the counter: processor feature bits, devices, kernel
   * settings. Called once the library is loaded.
   *
   * @throws CounterUnavailableException with the reason if the counter cannot work here
   */
  protected void check() throws CounterUnavailableException {}

  /**
   * Wraps the linked reads, for a counter that must check what they return.
   *
   * @param reads the linked reads
   * @return the source to be used, by default unchanged
   */
  protected TickSource wrap(NativeTicks reads) {
    return reads;
  }

  /**
   * Makes a read that would fault return {@link CheckedTicks#LOST} instead of ending the process,
   * unless the C side does so by itself: replaces a signal's handler (fault_guard.h), and does
   * nothing when it is run again. By default does nothing.
   */
  protected void guard() {}

  /**
   * Opens the counter in another way than by the library, which cannot be had here.
   *
   * @param e the reason
   * @return the reads
   * @throws CounterUnavailableException the reason, by default
   */
  protected TickSource openOtherwise(CounterUnavailableException e)
      throws CounterUnavailableException {
    throw e;
  }

  @Override
  public final TickSource open() throws CounterUnavailableException {
    TickSource source;
    try {
      source = openNatively();
    } catch (CounterUnavailableException e) {
      source = openOtherwise(e);
    }
    opened = true;
    return source;
  }

  private TickSource openNatively() throws CounterUnavailableException {
    try {
      checkPlatform();
      library.load();
      check();
      address(Function.ENTRY_POINT.ordinal()); // fails here if the library lacks the counter
      return wrap(new JniTicks(this));
    } catch (UnsatisfiedLinkError e) {
      throw new CounterUnavailableException(
          "the native library lacks a function of this counter: " + e.getMessage(), e);
    } catch (SecurityException e) {
      throw new CounterUnavailableException(NativeLibrary.refused("what it needs", e), e);
    }
  }
}
