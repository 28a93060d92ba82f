package org.cyclecounter.selector.isolation;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.cyclecounter.selector.isolation.Protocol.Step;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TickSource;

/**
 * The child process: opens, reads and closes each counter it is told of, and says so beforehand.
 */
public final class ChildMain {

  private static final int FIRST_READS = 3;

  /** Few enough for the time limit if the counter is slow, a system call of 100 µs. */
  private static final int NATIVE_READS = 3000;

  private static final int NATIVE_ORDERED_READS = 100;

  private static final int MAX_CAUSES = 10;
  private static final long LONGEST_END_MS = 100;

  private final ChildPipe pipe;
  private final Map<Integer, ClassLoader> loaders = new HashMap<>();
  private final Watched out = new Watched();
  private final Watched err = new Watched();

  private ChildMain(ChildPipe pipe) {
    this.pipe = pipe;
  }

  /**
   * Whether this JVM is itself a child, in which nothing is tried in another.
   *
   * @return true in a child JVM
   */
  public static boolean isChild() {
    return ChildPipe.isConnected();
  }

  /**
   * Started by {@link ChildJvmIsolator} only.
   *
   * @param arguments none
   * @throws IOException if the parent is gone
   */
  public static void main(String[] arguments) throws IOException {
    ChildMain child = new ChildMain(ChildPipe.connect());
    System.setOut(child.out);
    System.setErr(child.err);
    ParentWatch.start(child.pipe.parent()); // before any provider's code; this thread stays
    child.say(-1, Step.READY, "");
    List<String[]> counters = child.pipe.counters();
    for (int i = 0; i < counters.size(); i++) {
      child.tryOnOwnThread(i, counters.get(i));
    }
    // Not exit: a provider may have left threads or shutdown hooks behind.
    Runtime.getRuntime().halt(0);
  }

  /**
   * A standard stream of this process: what a provider does to it, it would do to the program's.
   */
  private static final class Watched extends PrintStream {
    private volatile boolean printed;
    private volatile boolean closed;

    Watched() {
      super(OutputStream.nullOutputStream());
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      printed = true;
    }

    @Override
    public void write(int one) {
      printed = true;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /**
   * What a counter sets up for its thread, such as the right to read a register, must not make the
   * next one work.
   */
  private void tryOnOwnThread(int index, String[] counter) {
    Thread thread =
        new Thread(
            () -> {
              try {
                tryOne(index, counter);
              } catch (IOException e) {
                // The parent is gone.
                Runtime.getRuntime().halt(1);
              }
            },
            "cyclecounter-trial");
    thread.start();
    boolean ended = false;
    while (!ended) {
      try {
        thread.join();
        ended = true;
      } catch (InterruptedException e) {
        continue; // a provider's doing
      }
    }
  }

  private void tryOne(int index, String[] counter) throws IOException {
    say(index, Step.OPENING, "");
    CounterSource made;
    try {
      made = find(counter);
    } catch (Throwable e) {
      say(index, Step.NOT_MADE, reason(e));
      return;
    }
    try {
      List<Thread> before = threads();
      TickSource source = made.open();
      if (source == null) {
        say(index, Step.FAILED, "open() gave null");
        return;
      }
      int reads = Integer.parseInt(counter[3]);
      int orderedReads = Integer.parseInt(counter[4]);
      String harm = "";
      if (reads > 0 || orderedReads > 0) {
        say(index, Step.READING, "");
        IsolationResult natively = tryNatively(source, reads, orderedReads);
        if (natively.died() || natively.result() == IsolationResult.Result.FAILED) {
          source.close();
          say(index, natively.died() ? Step.DIED : Step.FAILED, natively.reason());
          return;
        }
        long startNs = System.nanoTime();
        readEachWay(source);
        harm = harm(before); // before it is done thousands of times
        if (harm.isEmpty()) {
          readOften(source, reads, orderedReads, startNs);
        }
      }
      say(index, Step.CLOSING, "");
      source.close();
      harm = harm.isEmpty() ? harm(before) : harm;
      say(index, harm.isEmpty() ? Step.PASSED : Step.HARMED, harm.isEmpty() ? seen() : harm);
    } catch (VirtualMachineError e) {
      say(index, Step.HARMED, reason(e));
    } catch (Throwable e) {
      say(index, Step.FAILED, reason(e));
    }
  }

  /**
   * Where it has an entry point: says which register it changes, which this JVM might not survive,
   * and how a fault looked; this JVM goes on.
   */
  private static IsolationResult tryNatively(TickSource source, int reads, int orderedReads) {
    return NativeIsolator.tryOpened(
        source, Math.min(reads, NATIVE_READS), Math.min(orderedReads, NATIVE_ORDERED_READS));
  }

  private static void readEachWay(TickSource source) {
    for (int i = 0; i < FIRST_READS; i++) {
      source.ticks();
      source.startTicks();
      source.stopTicks();
    }
  }

  /**
   * A counter that faults or stops returning only after some time does so here. One that is slow,
   * but returns, is read as often as half of the time limit allows.
   */
  private static void readOften(TickSource source, int reads, int orderedReads, long startNs) {
    long quarterNs = TimeLimit.seconds() * 250_000_000L;
    for (int i = FIRST_READS; i < reads && System.nanoTime() - startNs < quarterNs; i++) {
      source.ticks();
    }
    for (int i = FIRST_READS;
        i < orderedReads && System.nanoTime() - startNs < 2 * quarterNs;
        i++) {
      source.startTicks();
      source.stopTicks();
    }
  }

  /** As {@link TimeLimit#reason}; but if a class loader of the parent threw, that is the reason. */
  private static String reason(Throwable e) {
    Throwable cause = e;
    for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
      if (cause instanceof LoaderException) {
        return cause.getMessage();
      }
      cause = cause.getCause();
    }
    return Reasons.of(e);
  }

  /** What the counter has done that a program would not survive; often nothing. */
  private String harm(List<Thread> before) throws InterruptedException {
    if (out.closed || System.out != out || isClosed(1, FileDescriptor.out)) {
      return "it closes or replaces the program's standard output";
    }
    if (err.closed || System.err != err || isClosed(2, FileDescriptor.err)) {
      return "it closes or replaces the program's standard error";
    }
    for (Thread thread : threads()) {
      if (!before.contains(thread)) {
        thread.join(LONGEST_END_MS);
        if (thread.isAlive()) {
          return "it leaves the thread "
              + thread.getName()
              + " behind, which is not a daemon and would keep the program from ending";
        }
      }
    }
    return "";
  }

  private String seen() {
    boolean printed = out.printed || err.printed;
    out.printed = false;
    err.printed = false;
    return printed ? "it prints" : "";
  }

  private static boolean isClosed(int number, FileDescriptor descriptor) {
    Path descriptors = Path.of("/proc/self/fd");
    return !descriptor.valid()
        || Files.isDirectory(descriptors) && !Files.exists(descriptors.resolve("" + number));
  }

  /** The live threads that keep a JVM from ending. */
  private static List<Thread> threads() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    Thread[] threads = new Thread[2 * root.activeCount() + 16];
    int count = root.enumerate(threads);
    List<Thread> live = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (!threads[i].isDaemon()) {
        live.add(threads[i]);
      }
    }
    return live;
  }

  private void say(int index, Step step, String text) throws IOException {
    pipe.send(Protocol.line(pipe.word(), index, step, text));
  }

  private CounterSource find(String[] counter) throws ReflectiveOperationException {
    for (CounterSource source : provider(counter[0], Integer.parseInt(counter[2])).counters()) {
      if (counter[1].equals(source.name())) {
        return source;
      }
    }
    throw new IllegalStateException(
        "in a process of its own " + counter[0] + " does not offer " + counter[1]);
  }

  private CycleCounterProvider provider(String name, int loader)
      throws ReflectiveOperationException {
    if (loader != Protocol.ON_THE_PATH) {
      return instance(Class.forName(name, true, loaders.computeIfAbsent(loader, this::loader)));
    }
    var services =
        ServiceLoader.load(CycleCounterProvider.class, ChildMain.class.getClassLoader()).stream()
            .iterator();
    while (true) {
      try {
        if (!services.hasNext()) {
          return instance(Class.forName(name));
        }
        var service = services.next();
        if (service.type().getName().equals(name)) {
          return service.get();
        }
      } catch (ServiceConfigurationError e) {
        continue; // of another provider
      }
    }
  }

  private ClassLoader loader(int number) {
    return new PipeClassLoader(pipe, number, ChildMain.class.getClassLoader());
  }

  private static CycleCounterProvider instance(Class<?> type) throws ReflectiveOperationException {
    return (CycleCounterProvider) type.getConstructor().newInstance();
  }
}
