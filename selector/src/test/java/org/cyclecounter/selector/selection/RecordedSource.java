// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.List;
import java.util.Set;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/**
 * A source that writes down when it is opened and closed.
 *
 * @param broken the names of those whose reads fail from now on
 */
record RecordedSource(
    Fixtures.Source description,
    boolean mayCrash,
    List<String> opened,
    List<String> closed,
    Set<String> broken)
    implements CounterSource {

  @Override
  public String name() {
    return description.name();
  }

  @Override
  public CounterKind kind() {
    return description.kind();
  }

  @Override
  public Scope scope() {
    return description.scope();
  }

  @Override
  public Scaling scaling() {
    return description.scaling();
  }

  @Override
  public TickSource open() {
    opened.add(name());
    TickSource source = description.open();
    return new TickSource() {
      @Override
      public long ticks() {
        if (broken.contains(name())) {
          throw new IllegalStateException("gone");
        }
        return source.ticks();
      }

      @Override
      public void close() {
        closed.add(name());
      }
    };
  }
}
