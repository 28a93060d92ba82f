package org.cyclecounter.selector.discovery;

import java.util.concurrent.Callable;
import org.cyclecounter.spi.CycleCounterProvider;

/**
 * A provider that has been found and can be made.
 *
 * @param type its class's name
 * @param maker makes it, or gives the one there is; a stranger's code, to be run within limits
 */
public record Offer(String type, Callable<? extends CycleCounterProvider> maker) {}
