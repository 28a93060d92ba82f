import org.cyclecounter.bench.Bench
import org.cyclecounter.selector.CpuCycles

/** Null where it is declared to be allowed. */
fun main() {
  val before = CpuCycles.cycles()
  Bench.create(null).targetSeconds(0.1).onWarning { println(it.length) }
  println("${CpuCycles.cycles() - before} cycles by ${CpuCycles.implementation()}")
}
