package demo

import groovy.transform.*
import org.openjdk.jmh.annotations.*

@CompileStatic
@State(Scope.Thread)
class Suite {
  private final int[] numbers = (0..15).collect { int i -> i * 40503 } as int[]

  @Benchmark int loop() {
    int x = 0
    for (int number : numbers) {
      x = Integer.rotateLeft(x, 1) ^ number
      x += number * 31 // edit
    }
    x
  }

  @Benchmark int closure() {
    int[] mixed = new int[16]
    Arrays.setAll(mixed, (int i) -> {
      int x = numbers[i] >>> 3
      x += i * 31 // edit
      x
    })
    mixed[3]
  }

  @Benchmark @CompileDynamic int dynamic() {
    def x = 0
    for (number in numbers) {
      x = x % 7919 ^ number
      x += number * 31 // edit
    }
    x
  }
}
