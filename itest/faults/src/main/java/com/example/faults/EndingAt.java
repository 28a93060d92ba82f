// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

/** A provider for each place where code of a provider runs. */
public final class EndingAt {

  private EndingAt() {}

  public static final class Initializer extends Ending {
    static {
      way("Initializer").take();
    }
  }

  public static final class Constructor extends Ending {}

  public static final class Counters extends Ending {}

  public static final class Iterator extends Ending {}

  public static final class Name extends Ending {}

  public static final class Kind extends Ending {}

  public static final class Scope extends Ending {}

  public static final class MayCrash extends Ending {}

  public static final class Scaling extends Ending {}

  public static final class Bits extends Ending {}

  public static final class Counted extends Ending {}

  public static final class Instruction extends Ending {}

  public static final class Open extends Ending {}

  public static final class Message extends Ending {}

  public static final class EntryPoint extends Ending {}

  public static final class Ticks extends Ending {}

  public static final class LateTicks extends Ending {}

  public static final class StartTicks extends Ending {}

  public static final class StopTicks extends Ending {}

  public static final class Close extends Ending {}
}
