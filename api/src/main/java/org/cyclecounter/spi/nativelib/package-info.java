// SPDX-License-Identifier: Apache-2.0
/**
 * Finds, loads and links a provider's packaged native library.
 *
 * <p>A provider extends {@link org.cyclecounter.spi.nativelib.NativeCounterSource} for each counter
 * and keeps one {@link org.cyclecounter.spi.nativelib.NativeLibrary} for its C code.
 */
@Export
@NullMarked
@Version("1.0.0")
package org.cyclecounter.spi.nativelib;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
