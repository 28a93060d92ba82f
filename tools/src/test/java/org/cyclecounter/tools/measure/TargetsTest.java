// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.Doubling;
import com.example.Sums;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetsTest {

  private final Targets targets = new Targets(TargetsTest.class.getClassLoader(), 0);

  @ParameterizedTest
  @ValueSource(strings = {"add", "halve", "isEven", "text", "addMany"})
  void aStaticMethodIsCalledNTimes(String method) throws Throwable {
    Operation operation = targets.find("com.example.Sums#" + method);
    assertThat(operation.name()).isEqualTo("com.example.Sums#" + method);
    int before = Sums.calls();
    operation.code().call().run(1000);
    assertThat(Sums.calls() - before).isEqualTo(1000);
  }

  @ParameterizedTest
  @CsvSource({"twice, twice(), 2", "twice(), twice(), 2", "twice(long), twice(long), 20"})
  void ofOverloadsTheOneThatIsMeasuredIsNamed(String method, String taken, int each)
      throws Throwable {
    Operation operation = targets.find("com.example.Sums#" + method);
    assertThat(operation.name()).isEqualTo("com.example.Sums#" + taken);
    int before = Sums.calls();
    operation.code().call().run(1000);
    assertThat(Sums.calls() - before).isEqualTo(1000 * each);
  }

  @Test
  void eachMethodHasALoopOfItsOwn() throws Throwable {
    assertThat(targets.find("com.example.Sums#add").code().call().getClass())
        .isNotSameAs(targets.find("com.example.Sums#halve").code().call().getClass());
  }

  @Test
  void whatTheMethodThrowsIsThrown() throws Throwable {
    var function = targets.find("com.example.Sums#fails").code().call();
    assertThatThrownBy(() -> function.run(3)).hasMessage("the disk is full");
  }

  @Test
  void aBenchFunctionByItsClass() throws Throwable {
    assertThat(targets.find(Doubling.class.getName()).code().call()).isInstanceOf(Doubling.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "com.example.Nothing#m | No class 'com.example.Nothing' was found",
        "com.example.Sums#nothing | has no method 'nothing': those that can be measured are add,",
        "com.example.Sums#of | cannot be measured: it must be static and have no parameter",
        "com.example.Sums#thrice | times to do the operation; there is thrice(String),"
            + " thrice(int).",
        "com.example.Sums#add(int) | times to do the operation; there is add().",
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
