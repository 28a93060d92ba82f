// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums of the byte code of a class that is compiled here, and of variants of it. */
class ClassCodeTest {

  private static final String TEXT =
      """
      import java.util.function.*;
      class C {
        enum E { A, B }
        int call(int a, int b, E e) {
          String s = "x" + a;
          long sum = 0;
          for (int i = 0; i < a; i++) {
            sum += i * b;
            if (sum > 1000) { sum -= 77777; }
          }
          IntUnaryOperator f = x -> x + 1;
          switch (e) { case A: sum++; break; default: sum--; }
          switch (a) { case 1: sum = 3; break; case 1000: sum = 4; break; }
          try { sum /= b; } catch (ArithmeticException t) { sum = -1; }
          Object o = new Object[a][b];
          while (sum > 5) {
            sum -= f.applyAsInt(2);
          }
          double d = sum * 2.5; float g = 2.5f; short c = 300;
          return (int) (sum + d + g + c) + s.length() + (o instanceof int[] ? 1 : 0);
        }
        static long twice(long a, double[] b) { return a + 2 * b.length; }
      }
      """;

  @TempDir Path folder;

  private ClassCode code(String text, String option) throws Exception {
    Path file = Files.createTempDirectory(folder, "c").resolve("C.java");
    Files.writeString(file, text);
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, option, file.toString()))
        .isZero();
    return new ClassCode(Files.readAllBytes(file.resolveSibling("C.class")));
  }

  /** Returns the sums of the lines of call, in their order; of the method last. */
  private List<String> sums(String text, String option) throws Exception {
    ClassCode code = code(text, option);
    List<String> sums = new ArrayList<>();
    for (int line = 0; line < 60; line++) {
      String both = code.sums("call", line);
      if (!both.isEmpty()) {
        assertThat(both).matches("[0-9a-f]{6} [0-9a-f]{6}");
        sums.add(both.substring(0, 6));
      }
    }
    return sums;
  }

  /** Old text, and what stands in its place, with a bar between. */
  private static String replaced(String... pairs) {
    String text = TEXT;
    for (String pair : pairs) {
      String[] both = pair.split("[|]");
      assertThat(text).contains(both[0]);
      text = text.replace(both[0], both[1]);
    }
    return text;
  }

  @ParameterizedTest
  @ValueSource(strings = {"-g", "-g:lines"})
  void keepsSumsOfLinesBesideAddedOnes(String option) throws Exception {
    String added =
        replaced(
            "  long sum = 0;|  long sum = 0;\n int k = b * 70000; sum += k;",
            "  String s =|  System.out.println(\"y\");\n String s =",
            "  sum += i * b;|  sum += i * b;\n sum ^= i;",
            "  IntUnary|  IntSupplier h = () -> 5;\n IntUnary",
            "  sum -= f.app|  sum += 3;\n sum -= f.app",
            "  Object o =|  Object p = new Runnable() { public void run() {} };\n Object o =",
            "class C {|class C {\n int more(int x) { return x / 3; }");
    assertThat(sums(added, option)).containsSubsequence(sums(TEXT, option));
  }

  @Test
  void changesSumsOfChangedLinesAlone() throws Exception {
    List<String> before = sums(TEXT, "-g");
    List<String> after =
        sums(
            replaced(
                "\"x\" + a|\"z\" + a",
                "sum += i * b|sum += i * a",
                "sum -= 77777|sum -= 77778",
                "x -> x + 1|x -> x + 2", // in a method of its own
                "case 1000:|case 1001:",
                "sum /= b|sum %= b",
                "Object[a][b]|String[a][b]",
                "(sum > 5)|(sum < 5)",
                "c = 300|c = 301",
                "int[] ?|long[] ?"),
            "-g");
    List<Integer> differing = new ArrayList<>();
    for (int i = 0; i < before.size(); i++) {
      if (!before.get(i).equals(after.get(i))) {
        differing.add(i);
      }
    }
    assertThat(after).hasSameSizeAs(before);
    assertThat(differing).containsExactly(0, 3, 4, 7, 8, 9, 10, 12, 13);
  }

  @Test
  void methodsSumHasWhatLinesHaveNot() throws Exception {
    ClassCode other = code(replaced("case 1: sum = 3; break|case 1: sum = 3; return 0"), "-g");
    ClassCode code = code(TEXT, "-g");
    assertThat(code.sums("call", 5).substring(0, 6))
        .isEqualTo(other.sums("call", 5).substring(0, 6));
    assertThat(code.sums("call", 5)).isNotEqualTo(other.sums("call", 5));
    assertThat(code.sums("twice", 22)).isEqualTo(other.sums("twice", 22)).isNotEmpty();
    assertThat(code.sums("twice", 5)).isEmpty();
    assertThat(code.linesBeside("call", 12)).hasSize(14).contains(5, 19).doesNotContain(22);
    assertThat(code.source("C.java", 5)).isEqualTo("C.java\t5");
  }

  @Test
  void findsLinesOfOtherFilesInSourceDebugExtension() {
    SourceMap map =
        new SourceMap(
            """
            SMAP
            KSum.kt
            Kotlin
            *S Kotlin
            *F
            + 1 KSum.kt
            demo/KSum
            + 2 _Collections.kt
            kotlin/collections/CollectionsKt
            + 3 fake.kt
            kotlin/jvm/internal/FakeKt
            *L
            1#1,18:1
            1549#2:19
            1620#2,3:20,2
            1#3:26
            *S KotlinDebug
            *F
            1 KSum.kt
            *L
            13#1:19,8
            *E
            """);
    assertThat(map.source("KSum.kt", 13)).isEqualTo("KSum.kt\t13");
    assertThat(map.source("KSum.kt", 19)).isEqualTo("_Collections.kt\t1549");
    assertThat(map.source("KSum.kt", 25)).isEqualTo("_Collections.kt\t1622");
    assertThat(map.source("KSum.kt", 26)).isEqualTo("KSum.kt\t-1");
    assertThat(new SourceMap("").source("A.java", 26)).isEqualTo("A.java\t26");
  }
}
