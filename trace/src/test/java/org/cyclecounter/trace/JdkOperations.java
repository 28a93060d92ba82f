// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/**
 * Seventeen things that the JDK does, with data that is the same in every JVM; the first six with
 * classes that a JVM's start uses.
 */
public final class JdkOperations {

  private JdkOperations() {}

  /** Returns their classes. */
  public static List<Class<? extends Callable<?>>> all() {
    return List.of(
        Gets.class,
        IntegerGets.class,
        SetOfIteration.class,
        Concat.class,
        Format.class,
        Grouping.class,
        Sha256.class,
        HashMapGets.class,
        Sort.class,
        SplitAndParse.class,
        Base64Encode.class,
        BigMultiply.class,
        Crc.class,
        TreeMapBuild.class,
        MatchRegex.class,
        Queue.class,
        Doubles.class);
  }

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

  /** Looks numbers up in such a map. */
  public static final class IntegerGets implements Callable<Object> {
    private final Map<Integer, String> map = new HashMap<>();
    private final Integer[] keys = new Integer[100];
    Object kept = "";

    /** Fills the map. */
    public IntegerGets() {
      for (int i = 0; i < keys.length; i++) {
        keys[i] = 7 * i;
        map.put(keys[i], "v" + i);
      }
    }

    @Override
    public Object call() {
      for (Integer key : keys) {
        kept = map.get(key);
      }
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

  /** Concatenates strings, numbers among them. */
  public static final class Concat implements Callable<Object> {
    @Override
    public Object call() {
      String text = "";
      for (int i = 0; i < 20; i++) {
        text = "k" + i + "=" + text.length() + "," + text;
      }
      return text;
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

  public static final class HashMapGets implements Callable<Object> {
    private final Map<Integer, Integer> map = new HashMap<>();
    private final int[] keys = IntStream.range(0, 1000).map(i -> i * 7919).toArray();

    public HashMapGets() {
      for (int i = 0; i < keys.length; i++) {
        map.put(keys[i], i);
      }
    }

    @Override
    public Object call() {
      long sum = 0;
      for (int key : keys) {
        sum += map.get(key);
      }
      return sum;
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

  public static final class SplitAndParse implements Callable<Object> {
    private final String text = "12,34,567,8901,23,45,678,9012,3,4,5,6,7,8,9,10";

    @Override
    public Object call() {
      long sum = 0;
      for (String number : text.split(",")) {
        sum += Integer.parseInt(number);
      }
      return sum;
    }
  }

  public static final class Base64Encode implements Callable<Object> {
    private final byte[] bytes = bytes();

    @Override
    public Object call() {
      return Base64.getEncoder().encode(bytes);
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

  public static final class MatchRegex implements Callable<Object> {
    private final Pattern pattern = Pattern.compile("(\\w+)@(\\w+)\\.(com|org)");

    @Override
    public Object call() {
      Matcher matcher = pattern.matcher("mail to someone@example.org or nobody@nowhere.com");
      int count = 0;
      while (matcher.find()) {
        count++;
      }
      return count;
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

  public static final class Doubles implements Callable<Object> {
    private final List<Double> doubles =
        new ArrayList<>(new Random(6).doubles(50).boxed().toList());

    @Override
    public Object call() {
      double sum = 0;
      for (double number : doubles) {
        sum += Math.sin(number) * Math.sqrt(number) + Math.log(number);
      }
      return sum;
    }
  }
}
