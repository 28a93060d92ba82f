import org.cyclecounter.selector.CpuCycles

/** Static methods of Java, and a lambda in place of a Consumer. */
@main def program(): Unit =
  val before = CpuCycles.cycles()
  CpuCycles.report().counters().forEach(counter => println(s"${counter.name()}: ${counter.reason()}"))
  println(s"${CpuCycles.cycles() - before} cycles by ${CpuCycles.implementation()}")
