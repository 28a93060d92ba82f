package org.cyclecounter.spi.nativelib;

import java.util.OptionalLong;
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
 * library and gives reads through JNI, which can be linked in a cheaper way ({@link NativeTicks})
 * once the counter has been chosen.
 *
 * <p>A subclass declares static native methods for the reads and hands them over twice: as JNI
 * calls ({@link #jniRead}) and as addresses ({@link #address}). Neither may execute the counter's
 * instruction: until the selector has tried the counter elsewhere it may crash the process.
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
     * {@link TickSource#entryPoint()}: the function to try in a native child; where there is one,
     * START_TICKS and STOP_TICKS are leaf functions, too.
     */
    ENTRY_POINT
  }

  private final String name;
  private final CounterKind kind;
  private final Scope scope;
  private final NativeLibrary library;
  private final Scaling unknownRate;
  private volatile boolean opened;
  volatile String whyNotLinked = "";

  /**
   * Describes a counter whose ticks are taken for cycles; nothing is touched.
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
   * @param unknownRate the scaling where the machine does not tell the tick rate
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
   * The rate the machine itself tells ({@link #ticksPerSecond()}), once the counter has been
   * opened; what was given on construction before that, and where the machine tells none.
   */
  @Override
  public final Scaling scaling() {
    long hz = opened ? ticksPerSecond() : 0;
    return hz > 0 ? Scaling.ticksPerSecond(hz) : unknownRate;
  }

  /**
   * The true tick rate, from a register or file of the machine. Called only after {@link #open()}
   * has succeeded. It may execute an instruction that needs no other permission than the counter's
   * own read, because the selector asks after it has tried that elsewhere.
   *
   * @return ticks per second; 0 where the machine does not tell, as here unless overridden
   */
  protected long ticksPerSecond() {
    return 0;
  }

  /**
   * The address of one of this counter's C functions, {@code int64_t f(void)}: the native method
   * that the macro CC_ADDRESSES defines. Called once the library is loaded; must not execute the
   * counter's instruction.
   *
   * @param function the place of a {@link Function}
   * @return the address; 0 if there is no such function, which only ENTRY_POINT may be without
   */
  protected abstract long address(int function);

  /**
   * The address of this counter's {@code struct cc_probe} (probe.h): {@link NativeTicks#probe()}.
   * Called once the library is loaded; executes nothing of the counter's.
   *
   * @return the address; 0, as here unless overridden, where the reads need no opening
   */
  protected long probe() {
    return 0;
  }

  /**
   * Says for people why the probe could not open the counter: {@link NativeTicks#explain}.
   *
   * @param result a negated errno or a positive number of the counter's
   * @return one sentence, with a remedy where there is one
   */
  protected String explain(int result) {
    return "it cannot be opened: " + (result < 0 ? "errno " + -result : "reason " + result);
  }

  /**
   * What kept the probe from opening the counter, for code: {@link NativeTicks#obstacle}.
   *
   * @param result as for {@link #explain}
   * @return null, as here unless overridden, where nothing is known that could be changed
   */
  protected @Nullable Obstacle obstacle(int result) {
    return null;
  }

  /**
   * What stands in the way where {@link #checkPlatform} refuses the counter, for code. Looked at
   * for a report, not before a first reading.
   *
   * @return null, as here unless overridden, where it is the platform itself
   */
  protected @Nullable Obstacle obstacleOfPlatform() {
    return null;
  }

  /**
   * What stands in the way of a counter that could not be opened in this process, as far as the
   * machine and the library tell.
   *
   * @return null where nothing is known that could be changed
   */
  public final @Nullable Obstacle obstacleHere() {
    if (!library.isPackaged()) {
      return null;
    }
    if (!whyNotHere().isEmpty()) {
      return obstacleOfPlatform();
    }
    return library.isRefused() ? Obstacle.NO_LIBRARY : null;
  }

  /**
   * One of the reads through JNI. Called once the library is loaded; executes nothing.
   *
   * @param function TICKS, START_TICKS or STOP_TICKS
   * @return a reference to the native method that calls that C function
   */
  protected abstract TickSource jniRead(Function function);

  /**
   * Decides whatever can be decided before the library is loaded, such as by the operating system.
   *
   * @throws CounterUnavailableException with the reason if the counter cannot work here
   */
  protected void checkPlatform() throws CounterUnavailableException {}

  /**
   * What {@link #checkPlatform} says, before anything is loaded.
   *
   * @return why the counter cannot work here; an empty string where that is not known yet
   */
  public final String whyNotHere() {
    try {
      checkPlatform();
      return "";
    } catch (CounterUnavailableException e) {
      return String.valueOf(e.getMessage());
    } catch (SecurityException e) {
      return refused(e);
    }
  }

  private static String refused(SecurityException e) {
    return "a security manager refuses what it needs: " + e.getMessage();
  }

  /**
   * Decides whatever can be decided without running the counter: processor feature bits, devices,
   * kernel settings. Called once the library is loaded.
   *
   * @throws CounterUnavailableException with the reason if the counter cannot work here
   */
  protected void check() throws CounterUnavailableException {}

  /**
   * Wraps the linked reads, for a counter that has to look at what they return.
   *
   * @param reads the linked reads
   * @return the source to be handed out, unchanged unless a subclass says otherwise
   */
  protected TickSource wrap(TickSource reads) {
    return reads;
  }

  @Override
  public final TickSource open() throws CounterUnavailableException {
    try {
      checkPlatform();
      library.load();
      check();
      TickSource source = link();
      opened = true;
      return source;
    } catch (UnsatisfiedLinkError e) {
      throw new CounterUnavailableException(
          "the native library lacks a function of this counter: " + e.getMessage(), e);
    } catch (SecurityException e) {
      throw new CounterUnavailableException(refused(e), e);
    }
  }

  private TickSource link() {
    long entry = address(Function.ENTRY_POINT.ordinal());
    return wrap(
        new JniTicks(
            this,
            jniRead(Function.TICKS),
            jniRead(Function.START_TICKS),
            jniRead(Function.STOP_TICKS),
            entry == 0 ? OptionalLong.empty() : OptionalLong.of(entry)));
  }

  /** The reads linked in the cheapest way there is. */
  final TickSource linked(NativeTicks reads) {
    if (!NativeTicks.canBeLinked()) {
      return reads;
    }
    CriticalLinker.Linked linked = CriticalLinker.link(reads, getClass(), library.lookup());
    whyNotLinked = linked.problem();
    return linked.source();
  }
}
