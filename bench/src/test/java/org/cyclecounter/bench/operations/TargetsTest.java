package org.cyclecounter.bench.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.Doubling;
import com.example.JmhClass;
import com.example.Sums;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetsTest {

  private final Targets targets = new Targets(TargetsTest.class.getClassLoader());

  @BeforeEach
  void emptyLog() {
    JmhClass.LOG.clear();
  }

  private Operation only(String name) throws BadTarget {
    List<Operation> found = targets.find(name);
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"add", "halve", "isEven", "text", "addMany"})
  void aStaticMethodIsCalledNTimes(String method) throws Throwable {
    Operation operation = only("com.example.Sums#" + method);
    assertThat(operation.name()).isEqualTo("com.example.Sums#" + method);
    int before = Sums.calls();
    operation.prepare().run(1000);
    assertThat(Sums.calls() - before).isEqualTo(1000);
    operation.finish();
  }

  @Test
  void eachMethodHasALoopOfItsOwn() throws Throwable {
    assertThat(only("com.example.Sums#add").prepare().getClass())
        .isNotSameAs(only("com.example.Sums#halve").prepare().getClass());
  }

  @Test
  void whatTheMethodThrowsIsThrown() throws Throwable {
    var function = only("com.example.Sums#fails").prepare();
    assertThatThrownBy(() -> function.run(3)).hasMessage("the disk is full");
  }

  @Test
  void aBenchFunctionByItsClass() throws Throwable {
    assertThat(only(Doubling.class.getName()).prepare()).isInstanceOf(Doubling.class);
  }

  @Test
  void aClassWrittenForJmh() throws Throwable {
    List<Operation> operations = targets.find(JmhClass.class.getName());
    assertThat(operations)
        .extracting(Operation::name)
        .containsExactly("com.example.JmhClass#first", "com.example.JmhClass#second");
    for (Operation operation : operations) {
      operation.prepare().run(10);
      operation.finish();
    }
    assertThat(JmhClass.LOG)
        .containsExactly("set up 3 Benchmark", "torn down", "set up 3 Benchmark", "torn down");
  }

  @Test
  void oneBenchmarkOfThem() throws BadTarget {
    assertThat(only("com.example.JmhClass#second").name()).endsWith("#second");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "com.example.Nothing#m | No class 'com.example.Nothing' was found",
        "com.example.Sums#nothing | has no method 'nothing': those that can be measured are add,",
        "com.example.Sums#of | cannot be measured: it must be static and have no parameter",
        "com.example.Sums#notStatic | cannot be measured: it must be static",
        "com.example.Sums | has nothing to measure",
        "# | No class '' was found",
        "com.example.JmhClass$Unfit#third | again is to run around each invocation",
        "com.example.JmhClass$Unfit#fourth | its parameter String is no @State",
      })
  void whatCannotBeMeasuredIsNamed(String name, String sentence) {
    assertThatThrownBy(() -> targets.find(name))
        .isInstanceOf(BadTarget.class)
        .hasMessageContaining(sentence)
        .hasMessageEndingWith(".");
  }
}
