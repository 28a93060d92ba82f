// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/** Thirty things that the JDK does, with data that is the same in every JVM. */
public final class JdkOperations {

  private JdkOperations() {}

  /** All of them. */
  public static List<Class<? extends Callable<?>>> all() {
    List<Class<? extends Callable<?>>> all = new ArrayList<>(JdkStartOperations.all());
    all.addAll(
        List.of(
            Sha256.class,
            HashMapGets.class,
            Sort.class,
            SplitAndParse.class,
            Base64Encode.class,
            Utf8Decode.class,
            ListSumStream.class,
            Builder.class,
            BigMultiply.class,
            Crc.class,
            TreeMapBuild.class,
            Adler.class,
            MatchRegex.class,
            ArraysHash.class,
            StringIndexOf.class,
            LongToHex.class,
            Queue.class,
            Heap.class,
            ConcurrentMap.class,
            Doubles.class));
    return all;
  }

  /** Returns the one of a class's name. */
  public static Class<? extends Callable<?>> of(String name) {
    return all().stream().filter(type -> type.getName().equals(name)).findFirst().orElseThrow();
  }

  private static byte[] bytes() {
    byte[] bytes = new byte[4096];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  private static int[] ints() {
    return new Random(2).ints(200).toArray();
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

  public static final class Utf8Decode implements Callable<Object> {
    private final byte[] bytes =
        "Grüße aus Köln, naïve façade, 12345 and plain ASCII for the rest of it"
            .getBytes(StandardCharsets.UTF_8);

    @Override
    public Object call() {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  public static final class ListSumStream implements Callable<Object> {
    private final List<Integer> list = IntStream.range(0, 1000).boxed().toList();

    @Override
    public Object call() {
      return list.stream().mapToLong(i -> i).sum();
    }
  }

  public static final class Builder implements Callable<Object> {
    @Override
    public Object call() {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < 100; i++) {
        text.append(i).append(',');
      }
      return text;
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

  public static final class TreeMapBuild implements Callable<Object> {
    private final int[] ints = ints();

    @Override
    public Object call() {
      Map<Integer, Integer> map = new TreeMap<>();
      for (int i = 0; i < ints.length; i++) {
        map.put(ints[i], i);
      }
      return map;
    }
  }

  public static final class Adler implements Callable<Object> {
    private final Adler32 adler = new Adler32();
    private final byte[] bytes = bytes();

    @Override
    public Object call() {
      adler.reset();
      adler.update(bytes);
      return adler.getValue();
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

  public static final class ArraysHash implements Callable<Object> {
    private final int[] ints = ints();

    @Override
    public Object call() {
      return Arrays.hashCode(ints);
    }
  }

  public static final class StringIndexOf implements Callable<Object> {
    private final String text = "abcdefgh".repeat(50) + "needle";

    @Override
    public Object call() {
      return text.indexOf("needle");
    }
  }

  public static final class LongToHex implements Callable<Object> {
    private final long[] longs = new Random(5).longs(50).toArray();

    @Override
    public Object call() {
      int length = 0;
      for (long number : longs) {
        length += Long.toHexString(number).length();
      }
      return length;
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

  public static final class Heap implements Callable<Object> {
    private final int[] ints = ints();

    @Override
    public Object call() {
      PriorityQueue<Integer> heap = new PriorityQueue<>();
      for (int number : ints) {
        heap.add(number);
      }
      return heap.remove();
    }
  }

  public static final class ConcurrentMap implements Callable<Object> {
    private final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();

    @Override
    public Object call() {
      for (int i = 0; i < 100; i++) {
        map.merge(i, 1, Integer::sum);
      }
      return map.size();
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
