// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

/** An event that can be mapped, but not read without a system call: it is on no PMU. */
class MappedSoftwareEvent extends SoftwareEvent {

  MappedSoftwareEvent() {
    super("mapped-software-event", TASK_CLOCK);
  }

  static native long ticks();

  @Override
  protected native long address(int function);

  @Override
  protected native int setEvent(int place, int type, long config, long config1);

  @Override
  protected native long probe();

  @Override
  protected native long whyNot();

  @Override
  protected native boolean eventTimes(long[] times);

  @Override
  protected String whyNotAllowed() {
    return "the kernel does not allow its counter to be read without a system call";
  }

  @Override
  protected long read(Function function) {
    return ticks();
  }
}
