// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Ten more operations of the JDK, most of them with classes that a JVM's start uses. */
final class JdkStartOperations {

  private JdkStartOperations() {}

  static List<Class<? extends Callable<?>>> all() {
    return List.of(
        Gets.class,
        IntegerGets.class,
        LinkedHashMapPuts.class,
        MapOfGets.class,
        HashSetAdds.class,
        SetOfIteration.class,
        Concat.class,
        Format.class,
        Grouping.class,
        Hmac.class);
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

  /** Fills a map that keeps an order. */
  public static final class LinkedHashMapPuts implements Callable<Object> {
    private final String[] keys =
        IntStream.range(0, 50).mapToObj(i -> "k" + i).toArray(String[]::new);

    @Override
    public Object call() {
      Map<String, Integer> map = new LinkedHashMap<>();
      for (String key : keys) {
        map.put(key, key.length());
      }
      return map;
    }
  }

  /** Looks up in a map whose places depend on the salt. */
  public static final class MapOfGets implements Callable<Object> {
    private final Map<String, Integer> map =
        Map.of("a", 1, "bb", 2, "ccc", 3, "dddd", 4, "eeeee", 5, "f", 6, "gg", 7, "hhh", 8);
    int kept;

    @Override
    public Object call() {
      for (String key : List.of("hhh", "a", "none", "eeeee", "gg", "dddd")) {
        kept += map.getOrDefault(key, 9);
      }
      return this;
    }
  }

  /** Fills a set. */
  public static final class HashSetAdds implements Callable<Object> {
    private final Integer[] numbers = IntStream.range(0, 80).boxed().toArray(Integer[]::new);

    @Override
    public Object call() {
      Set<Integer> set = new HashSet<>();
      for (Integer number : numbers) {
        set.add(number);
      }
      return set;
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

  /** Authenticates a message. */
  public static final class Hmac implements Callable<Object> {
    private final Mac mac = Mac.getInstance("HmacSHA256");
    private final byte[] message = new byte[256];

    /** Sets a key. */
    public Hmac() throws GeneralSecurityException {
      mac.init(new SecretKeySpec(new byte[32], "HmacSHA256"));
    }

    @Override
    public Object call() {
      return mac.doFinal(message);
    }
  }
}
