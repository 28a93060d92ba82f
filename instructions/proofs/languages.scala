package demo

import org.openjdk.jmh.annotations.*
import scala.util.boundary

@State(Scope.Thread)
class Suite {
  private val numbers = Array.tabulate(16)(_ * 40503)

  @Benchmark def loop(): Int = {
    var x, i = 0
    while (i < numbers.length) {
      x = Integer.rotateLeft(x, 1) ^ numbers(i)
      x += numbers(i) * 31 // edit
      i += 1
    }
    x
  }

  @Benchmark def closure(): Int = {
    val mixed = new Array[Int](16)
    java.util.Arrays.setAll(mixed, i => {
      var x = numbers(i) >>> 3
      x += i * 31 // edit
      x
    })
    mixed(3)
  }

  @Benchmark def inlined(): Int = boundary {
    var x = 0
    for (number <- numbers) {
      x ^= number
      x += number * 31 // edit
      if (number == 405030) boundary.break(x)
    }
    -1
  }
}
