// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/**
 * Ten things that the JDK does, with data that is the same in every JVM; the first four with
 * classes that a JVM's start uses.
 */
public final class JdkOperations {

  private JdkOperations() {}

  private static byte[] bytes() {
    byte[] bytes = new byte[4096];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  private static int[] ints() {
    return new Random(2).ints(200).toArray();
  }

  /** Looks strings up in the map that the JVM's start uses most. */
  public static final class Gets implements Callable<Object> {
    private final Map<String, Integer> map = new HashMap<>();
    private final String[] keys = new String[256];
    long kept;

    /** Fills the map. */
    public Gets() {
      for (int i = 0; i < keys.length; i++) {
        keys[i] = "key" + i;
        map.put(keys[i], i);
      }
    }

    @Override
    public Object call() {
      long sum = 0;
      for (String key : keys) {
        sum += map.get(key);
      }
      kept = sum;
      return null;
    }
  }

  /** Runs as long as the order in which the set iterates says. */
  public static final class SetOfIteration implements Callable<Object> {
    private final Set<String> words = Set.of("a", "bb", "ccc", "dddd", "eeeee", "f", "gg", "hhh");
    int kept;

    @Override
    public Object call() {
      int order = 0;
      for (String word : words) {
        order = 31 * order + word.length();
      }
      for (int i = 0; i < Math.floorMod(order, 1000); i++) {
        kept = Integer.rotateLeft(kept, 3) + i;
      }
      return this;
    }
  }

  /** Formats numbers and a word. */
  public static final class Format implements Callable<Object> {
    @Override
    public Object call() {
      return String.format(Locale.ROOT, "%5d %-8s %08x %.3f", 42, "word", 255, 2.5);
    }
  }

  /** Groups words. */
  public static final class Grouping implements Callable<Object> {
    private final List<String> words =
        IntStream.range(0, 60).mapToObj(i -> "w" + i * 37 % 101).toList();

    @Override
    public Object call() {
      return words.stream()
          .collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.counting()));
    }
  }

  public static final class Sha256 implements Callable<Object> {
    private final MessageDigest digest;
    private final byte[] bytes = bytes();

    public Sha256() throws Exception {
      digest = MessageDigest.getInstance("SHA-256");
    }

    @Override
    public Object call() {
      return digest.digest(bytes);
    }
  }

  public static final class Sort implements Callable<Object> {
    private final int[] ints = ints();

    @Override
    public Object call() {
      int[] copy = ints.clone();
      Arrays.sort(copy);
      return copy;
    }
  }

  public static final class BigMultiply implements Callable<Object> {
    private final BigInteger one = new BigInteger(1024, new Random(3));
    private final BigInteger other = new BigInteger(1024, new Random(4));

    @Override
    public Object call() {
      return one.multiply(other);
    }
  }

  public static final class Crc implements Callable<Object> {
    private final CRC32 crc = new CRC32();
    private final byte[] bytes = bytes();

    @Override
    public Object call() {
      crc.reset();
      crc.update(bytes);
      return crc.getValue();
    }
  }

  public static class TreeMapBuild implements Callable<Object> {
    private final int[] ints = ints();

    @Override
    public final Object call() {
      Map<Integer, Integer> map = new TreeMap<>();
      for (int i = 0; i < ints.length; i++) {
        map.put(ints[i], i);
      }
      return map;
    }
  }

  public static final class Queue implements Callable<Object> {
    private final ArrayDeque<Integer> queue = new ArrayDeque<>();

    @Override
    public Object call() {
      for (int i = 0; i < 200; i++) {
        queue.add(i);
      }
      long sum = 0;
      while (!queue.isEmpty()) {
        sum += queue.remove();
      }
      return sum;
    }
  }
}
