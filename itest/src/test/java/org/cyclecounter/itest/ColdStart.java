// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.StringConcatFactory;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.spi.FileSystemProvider;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/**
 * Measures the costs of the hazards of {@code docs/cold-start.md}, each in JVMs of its own, and
 * prints the smallest and the median of some starts.
 */
public final class ColdStart {

  private static final int STARTS = 15;

  private static volatile Object sink;

  private record Pair(int number, String text) {}

  private enum Two {
    FIRST,
    SECOND
  }

  private ColdStart() {}

  /**
   * Measures all hazards, or one in this JVM.
   *
   * @param arguments nothing, or the number of a hazard
   * @throws Exception if it fails
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 1) {
      one(Integer.parseInt(arguments[0]));
      return;
    }
    System.out.printf("Java %s, ms, smallest and median of %d starts%n", Runtime.version(), STARTS);
    for (int hazard : new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16}) {
      double[] ms = new double[STARTS];
      for (int i = 0; i < STARTS; i++) {
        ms[i] = start(hazard);
      }
      Arrays.sort(ms);
      System.out.printf(Locale.ROOT, "%2d %6.1f %6.1f%n", hazard, ms[0], ms[STARTS / 2]);
    }
  }

  private static double start(int hazard) throws IOException, InterruptedException {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ColdStart.class.getName(),
                Integer.toString(hazard))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String printed = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (jvm.waitFor() != 0) {
      throw new IOException("hazard " + hazard + " failed: " + printed);
    }
    return Long.parseLong(printed.strip()) / 1e6;
  }

  private static void one(int hazard) throws Exception {
    Path folder = Path.of(System.getProperty("java.home"));
    Files.exists(folder); // file systems are there before any program begins to select
    long begin = System.nanoTime();
    meet(hazard, folder);
    System.out.println(System.nanoTime() - begin);
  }

  /** Nothing here is a hazard that another number has; javac joins no strings otherwise. */
  private static void meet(int hazard, Path folder) throws Exception {
    if (hazard == 1) {
      Runnable lambda = () -> sink = folder;
      lambda.run();
    } else if (hazard == 2) {
      MethodType joined = MethodType.methodType(String.class, String.class);
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      sink = StringConcatFactory.makeConcatWithConstants(lookup, "join", joined, "a\1b");
    } else if (hazard == 3) {
      sink = String.format(Locale.ROOT, "%.1f ms", 1.5);
    } else if (hazard == 4) {
      sink = "a-b c".replaceAll("[a-z]+-", "x");
    } else if (hazard == 5) {
      System.getLogger("cold").log(System.Logger.Level.DEBUG, "x");
    } else if (hazard == 6) {
      sink = new SecureRandom().nextLong();
    } else if (hazard == 7) {
      sink = MessageDigest.getInstance("SHA-256").digest(new byte[10_000]);
    } else if (hazard == 8) {
      sink = new BigDecimal("2.5").movePointRight(6).longValue();
    } else if (hazard == 9) {
      FutureTask<Object> task = new FutureTask<>(new Task());
      task.run();
      sink = task.get();
    } else if (hazard == 10) {
      readBesides(folder);
    } else if (hazard == 11) {
      sink = new Pair(1, "x").equals(new Pair(1, "y"));
    } else if (hazard == 12) {
      sink = Object.class.getMethod("hashCode").invoke("x");
    } else if (hazard == 13) {
      sink = List.of("b", "a").stream().sorted().toList();
    } else if (hazard == 15) {
      sink = Switch.on(Two.values()[hazard % 2]);
    } else {
      sink = ServiceLoader.load(FileSystemProvider.class).findFirst();
    }
  }

  private static void readBesides(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder.resolve("release"))) {
      sink = channel.read(ByteBuffer.allocate(100));
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      sink = entries.iterator().hasNext();
    }
  }

  private static final class Task implements Callable<Object> {
    @Override
    public Object call() {
      return STARTS;
    }
  }

  private static final class Switch {
    static int on(Two two) {
      return switch (two) {
        case FIRST -> 1;
        case SECOND -> 2;
      };
    }
  }
}
