// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.cyclecounter.constanttime.Compiler;
import org.cyclecounter.constanttime.Place;
import org.cyclecounter.constanttime.Place.Kind;
import org.cyclecounter.constanttime.SecretOperation;

/**
 * Operations that depend on their secret of 32 bytes, each in a way of its own. The lines that a
 * check should name end with a comment, {@code // leak}.
 */
final class PlantedLeaks {

  private static final byte[] KEY = new byte[32];

  static {
    new Random(7).nextBytes(KEY);
  }

  private PlantedLeaks() {}

  /**
   * One leak.
   *
   * @param type the operation
   * @param compilers those whose machine code has it
   * @param kinds the kinds that a method may report
   * @param callees beginnings of the names of classes in which it may be found, too, separated by
   *     blanks: a stack has the inlined frames, and not the callers
   */
  record Leak(
      Class<? extends SecretOperation> type,
      Set<Compiler> compilers,
      Set<Kind> kinds,
      String callees) {

    /** Returns true if it is expected there. */
    boolean isAt(Place place) {
      return kinds.contains(place.kind()) && place.stack().stream().anyMatch(this::isAt);
    }

    private boolean isAt(StackTraceElement line) {
      return line.getClassName().equals(type.getName())
          ? lines().contains(line.getLineNumber())
          : !callees.isEmpty()
              && Arrays.stream(callees.split(" ")).anyMatch(line.getClassName()::startsWith);
    }

    /** Returns the marked lines. */
    private Set<Integer> lines() {
      Path file =
          Path.of("src/test/java", PlantedLeaks.class.getName().replace('.', '/') + ".java");
      try {
        List<String> lines =
            Files.readAllLines(Files.exists(file) ? file : Path.of("constant-time").resolve(file));
        Set<Integer> marked = new TreeSet<>();
        boolean isInside = false;
        for (int i = 0; i < lines.size(); i++) {
          if (lines.get(i).startsWith("  public static final class ")) {
            isInside = lines.get(i).contains(" class " + type.getSimpleName() + " ");
          }
          if (isInside && lines.get(i).endsWith("// leak")) {
            marked.add(i + 1);
          }
        }
        return marked;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Returns one by its operation. */
  static Leak of(Class<? extends SecretOperation> type) {
    return all().stream().filter(leak -> leak.type() == type).findFirst().orElseThrow();
  }

  /** Returns all seven. */
  static List<Leak> all() {
    Set<Compiler> both = Set.of(Compiler.C1, Compiler.C2);
    Set<Kind> branch = Set.of(Kind.BRANCH);
    String arrays = "java.util.Arrays jdk.internal.util.Arrays";
    return List.of(
        new Leak(EarlyOut.class, both, branch, ""),
        new Leak(BranchOnBit.class, both, branch, ""),
        new Leak(Table.class, both, Set.of(Kind.ADDRESS), ""),
        new Leak(RareBranch.class, both, branch, ""),
        new Leak(ArraysEquals.class, both, branch, arrays),
        new Leak(C1Division.class, Set.of(Compiler.C1), Set.of(Kind.DIVISION), ""),
        new Leak(C2Branch.class, Set.of(Compiler.C2), branch, ""));
  }

  /** Compares byte by byte up to the first difference. */
  public static final class EarlyOut implements SecretOperation {
    @Override
    public long run(byte[] secret) {
      for (int i = 0; i < KEY.length; i++) { // leak
        if (secret[i] != KEY[i]) { // leak
          return 0; // leak
        }
      }
      return 1;
    }
  }

  /** Writes for each byte that is odd; a store keeps the compilers from a conditional move. */
  public static final class BranchOnBit implements SecretOperation {
    private final int[] odd = new int[64];

    @Override
    public long run(byte[] secret) {
      for (int i = 0; i < secret.length; i++) { // leak
        if ((secret[i] & 1) != 0) { // leak
          odd[i]++; // leak
        }
      }
      return 0; // leak
    }
  }

  /** Looks up in a table of 1 KiB. */
  public static final class Table implements SecretOperation {
    private final int[] table = new Random(1).ints(256).toArray();

    @Override
    public long run(byte[] secret) {
      int sum = 0;
      for (int i = 0; i < secret.length; i++) {
        sum += table[secret[i] & 255]; // leak
      }
      return sum;
    }
  }

  /** Branches on three bytes, once in 2^24 secrets. */
  public static final class RareBranch implements SecretOperation {
    private int hits;

    @Override
    public long run(byte[] secret) {
      int bits = (secret[0] & 255) << 16 | (secret[1] & 255) << 8 | (secret[2] & 255);
      if (bits == 0x123456) { // leak
        hits++;
      }
      return hits;
    }
  }

  /** Compares with zeros by a method that ends early. */
  public static final class ArraysEquals implements SecretOperation {
    private final byte[] zeros = new byte[32];

    @Override
    public long run(byte[] secret) {
      return Arrays.equals(secret, zeros) ? 1 : 0; // leak
    }
  }

  /** Divides by a constant: C2 multiplies, C1 leaves the division. */
  public static final class C1Division implements SecretOperation {
    @Override
    public long run(byte[] secret) {
      int sum = 0;
      for (int i = 0; i < secret.length; i++) {
        sum += (secret[i] & 255) * 4096 % 3329; // leak
      }
      return sum;
    }
  }

  /** Selects: C1 moves conditionally, C2 branches where the profile says that it is foreseeable. */
  public static final class C2Branch implements SecretOperation {
    @Override
    public long run(byte[] secret) {
      int sum = 0;
      for (int i = 0; i < secret.length; i++) { // leak
        int weight = secret[i] == KEY[i] ? 1 : 0; // leak
        sum += weight << (i & 7); // leak
      }
      return sum; // leak
    }
  }
}
