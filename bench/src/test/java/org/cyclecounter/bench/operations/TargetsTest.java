package org.cyclecounter.bench.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.Doubling;
import com.example.Sums;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetsTest {

  private final Targets targets = new Targets(TargetsTest.class.getClassLoader());

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
        "com.example.JmhClass | is written for JMH, which alone can run it: java -cp ...",
        "com.example.JmhClass#first | org.openjdk.jmh.Main 'com.example.JmhClass.first' -prof",
      })
  void whatCannotBeMeasuredIsNamed(String name, String sentence) {
    assertThatThrownBy(() -> targets.find(name))
        .isInstanceOf(BadTarget.class)
        .hasMessageContaining(sentence)
        .hasMessageEndingWith(".");
  }
}
