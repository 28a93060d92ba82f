package demo

import org.openjdk.jmh.annotations.*

@State(Scope.Thread)
open class Suite {
  private val numbers = IntArray(16) { it * 40503 }

  @Benchmark fun loop(): Int {
    var x = 0
    for (number in numbers) {
      x = x.rotateLeft(1) xor number
      x += number * 31 // edit
    }
    return x
  }

  @Benchmark fun closure(): Int {
    val mixed = IntArray(16)
    java.util.Arrays.setAll(mixed) { i ->
      var x = numbers[i] ushr 3
      x += i * 31 // edit
      x
    }
    return mixed[3]
  }

  @Benchmark fun inlined(): Int =
    numbers.filter { it and 8 == 0 }.sumOf { number ->
      var x = number ushr 3
      x += number * 31 // edit
      x
    }
}
