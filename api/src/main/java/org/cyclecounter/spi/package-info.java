// SPDX-License-Identifier: Apache-2.0
/**
 * The interfaces that a provider of counters implements.
 *
 * <p>A provider in plain Java, named in {@code
 * META-INF/services/org.cyclecounter.spi.CycleCounterProvider} or in a {@code provides} clause of
 * its module:
 *
 * <pre>{@code
 * public final class MyProvider implements CycleCounterProvider {
 *   public List<CounterSource> counters() {
 *     return List.of(new MyClock());
 *   }
 * }
 *
 * final class MyClock implements CounterSource {
 *   public String name() { return "my-clock"; }
 *   public CounterKind kind() { return CounterKind.FIXED_RESOLUTION; }
 *   public Scope scope() { return Scope.SYSTEM; }
 *   public Scaling scaling() { return Scaling.ticksPerSecond(1_000_000_000); }
 *   public boolean mayCrash() { return false; }
 *   public TickSource open() { return System::nanoTime; }
 * }
 * }</pre>
 */
@Export
@NullMarked
@Version("1.0.0")
package org.cyclecounter.spi;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
