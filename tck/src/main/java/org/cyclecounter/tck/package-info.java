// SPDX-License-Identifier: Apache-2.0
/**
 * The contract of providers as JUnit tests: a provider's author writes a subclass of {@link
 * org.cyclecounter.tck.ProviderTck}.
 */
@NullMarked
package org.cyclecounter.tck;

import org.jspecify.annotations.NullMarked;
