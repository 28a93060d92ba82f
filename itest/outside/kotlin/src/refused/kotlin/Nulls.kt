import org.cyclecounter.bench.Bench
import org.cyclecounter.bench.OrderedStopwatch
import org.cyclecounter.bench.jmh.CycleCounterProfiler
import org.cyclecounter.clock.CycleClock
import org.cyclecounter.constanttime.ConstantTime
import org.cyclecounter.instructions.Baseline
import org.cyclecounter.instructions.InstructionCounter
import org.cyclecounter.instructions.jmh.InstructionProfiler
import org.cyclecounter.selector.CycleCounterSelector
import org.cyclecounter.spi.CounterSource
import org.cyclecounter.spi.CycleCounterProvider
import org.cyclecounter.spi.nativelib.NativeCounterSource
import org.cyclecounter.tck.ProviderTck

/** The compiler refuses each line that ends in a comment, and no other. */
fun nulls(source: NativeCounterSource) {
  Bench.create().onWarning(null) // refused
  OrderedStopwatch.of(null) // refused
  CycleClock.of(null) // refused
  CycleCounterSelector.builder().onLoss(null) // refused
  CycleCounterSelector.builder().minimumScope(null) // refused
  Baseline.of(null) // refused
  InstructionCounter.create().limit(null) // refused
  ConstantTime.obstacle(null) // refused
  CycleCounterProfiler(null) // refused
  InstructionProfiler(null) // refused
  source.obstacleHere().hashCode()
  source.obstacleHere().name // refused
}

class Provider : CycleCounterProvider {
  override fun counters(): List<CounterSource>? = null // refused
}

class Rules : ProviderTck() {
  override fun provider(): String? = null // refused
}
