// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import java.util.Optional;

/** What an estimate asks of the machine; a test writes one. */
interface Machine {

  /** A regular file's first bytes as text; empty if it is none or cannot be read. */
  Optional<String> file(String path);

  /** Why that file cannot be read, as the end of a sentence; empty if there is none. */
  String whyUnread(String path);

  Optional<String> environment(String variable);

  /** The value of {@code os.name}. */
  String osName();

  /** A number of the operating system's sysctl tree; empty where there is none. */
  Optional<Long> sysctl(String name);

  /** What a program prints; empty if it fails. Asked only on systems that come with the program. */
  Optional<String> output(String... command);
}
