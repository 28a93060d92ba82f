package org.cyclecounter.selector.observe;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/**
 * The processors that this process may use. Threads are bound to them by a packaged library ({@code
 * bind_thread.c}) on Linux, and nowhere else.
 */
final class BoundThreads implements Processors {

  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(BoundThreads.class, "cyclecounter-bind-1", new Load(true), new Load(false));

  /** How many processors a machine has at most, as far as this is concerned. */
  private static final int MAX_NUMBER = 4096;

  private record Load(boolean byPath) implements NativeLibrary.Loader {
    @Override
    public void load(String target) {
      if (byPath) {
        System.load(target);
      } else {
        System.loadLibrary(target);
      }
    }
  }

  private final int available = Runtime.getRuntime().availableProcessors();

  /** The numbers of those that can be bound to; empty where none can. */
  private final List<Integer> numbers;

  /** Looks for processors on a thread that ends then. */
  BoundThreads() {
    List<Integer> found = new ArrayList<>();
    if (isLoaded()) {
      Thread looking = new Thread(() -> look(found), "cyclecounter-processors");
      looking.setDaemon(true);
      looking.start();
      Uninterrupted.join(looking);
    }
    numbers = List.copyOf(found);
  }

  private static void look(List<Integer> found) {
    for (int number = 0; number < MAX_NUMBER; number++) {
      if (bindTo(number) == 0) {
        found.add(number);
      }
    }
  }

  @Override
  public int count() {
    return numbers.isEmpty() ? available : numbers.size();
  }

  @Override
  public boolean bind(int processor) {
    return processor < numbers.size() && bindTo(numbers.get(processor)) == 0;
  }

  private static boolean isLoaded() {
    try {
      if (!LIBRARY.isPackaged()) {
        return false;
      }
      LIBRARY.load();
      return true;
    } catch (CounterUnavailableException e) {
      return false;
    }
  }

  /** 0, or a negated errno. */
  private static native long bindTo(int number);
}
