// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * An operation that does nothing: its count, but for its own instructions, is that of the call.
 *
 * @param call the result, whose accessor is the operation
 */
public record EmptyOperation(@Nullable Object call) implements Callable<@Nullable Object> {}
