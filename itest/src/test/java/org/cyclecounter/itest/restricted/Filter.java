// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.restricted;

import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Executes a program under a filter of system calls, as {@code Filter KIND PROGRAM ARGUMENT...}, by
 * JNA, because no C compiler is there in everybody's build.
 *
 * <p>Sources: seccomp(2), prctl(2), execve(2), include/uapi/linux/filter.h and seccomp.h; the
 * numbers are those of arch/x86/entry/syscalls/syscall_64.tbl and of
 * include/uapi/asm-generic/unistd.h.
 */
final class Filter {

  /** The exit status where the kernel refuses the filter. */
  static final int REFUSED = 125;

  /** The filter's action. */
  enum Kind {
    /** Ends the process that calls perf_event_open. */
    KILL_PERF,
    /** Sends SIGSYS to it. */
    TRAP_PERF,
    /** Answers perf_event_open with EPERM. */
    REFUSE_PERF,
    /** Answers it with ENOSYS. */
    MISS_PERF,
    /** Refuses new processes with EPERM; allows threads. */
    REFUSE_PROCESSES
  }

  private interface C extends Library {
    int prctl(int option, long argument, long pointer, long unused, long unused2);

    int execv(String path, String[] arguments);
  }

  private static final boolean X86 = System.getProperty("os.arch").equals("amd64");
  private static final int PERF_EVENT_OPEN = X86 ? 298 : 241;
  private static final int CLONE = X86 ? 56 : 220;
  private static final int CLONE3 = 435;
  private static final int FORK = 57;
  private static final int VFORK = 58;
  private static final int CLONE_THREAD = 0x10000;
  private static final int PR_SET_SECCOMP = 22;
  private static final int PR_SET_NO_NEW_PRIVS = 38;
  private static final int SECCOMP_MODE_FILTER = 2;

  private static final int ALLOW = 0x7fff0000;
  private static final int KILL = 0x80000000;
  private static final int TRAP = 0x00030000;
  private static final int ERRNO = 0x00050000;
  private static final int EPERM = 1;
  private static final int ENOSYS = 38;

  // struct seccomp_data
  private static final int NUMBER = 0;
  private static final int FIRST_ARGUMENT = 16;

  private static final short LOAD = 0x20; // BPF_LD | BPF_W | BPF_ABS
  private static final short IF_EQUAL = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
  private static final short IF_SET = 0x45; // BPF_JMP | BPF_JSET | BPF_K
  private static final short ANSWER = 0x06; // BPF_RET | BPF_K

  private Filter() {}

  /** Returns true if the numbers above are this machine's. */
  static boolean isKnownHere() {
    return System.getProperty("os.name").equals("Linux")
        && List.of("amd64", "aarch64").contains(System.getProperty("os.arch"));
  }

  /**
   * Installs the filter, and becomes the program.
   *
   * @param arguments a {@link Kind}, the program's path and its arguments
   */
  public static void main(String[] arguments) {
    C c = Native.load("c", C.class);
    ByteBuffer code = ByteBuffer.allocateDirect(256).order(ByteOrder.nativeOrder());
    filter(code, Kind.valueOf(arguments[0]));
    Memory program = new Memory(16); // struct sock_fprog
    program.setShort(0, (short) (code.position() / 8)); // of struct sock_filter
    program.setPointer(8, Native.getDirectBufferPointer(code));
    long address = Pointer.nativeValue(program);
    c.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (c.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, address, 0, 0) != 0) {
      System.err.println("prctl(PR_SET_SECCOMP): errno " + Native.getLastError());
      System.exit(REFUSED);
    }
    c.execv(arguments[1], Arrays.copyOfRange(arguments, 1, arguments.length));
    System.err.println("execv " + arguments[1] + ": errno " + Native.getLastError());
    System.exit(REFUSED);
  }

  private static void filter(ByteBuffer code, Kind kind) {
    add(code, LOAD, 0, 0, NUMBER);
    switch (kind) {
      case KILL_PERF -> answer(code, PERF_EVENT_OPEN, KILL);
      case TRAP_PERF -> answer(code, PERF_EVENT_OPEN, TRAP);
      case REFUSE_PERF -> answer(code, PERF_EVENT_OPEN, ERRNO | EPERM);
      case MISS_PERF -> answer(code, PERF_EVENT_OPEN, ERRNO | ENOSYS);
      case REFUSE_PROCESSES -> {
        if (X86) {
          answer(code, FORK, ERRNO | EPERM);
          answer(code, VFORK, ERRNO | EPERM);
        }
        answer(code, CLONE3, ERRNO | ENOSYS); // its flags are in memory; the C library calls clone
        add(code, IF_EQUAL, 0, 3, CLONE);
        add(code, LOAD, 0, 0, FIRST_ARGUMENT);
        add(code, IF_SET, 1, 0, CLONE_THREAD);
        add(code, ANSWER, 0, 0, ERRNO | EPERM);
      }
    }
    add(code, ANSWER, 0, 0, ALLOW);
  }

  private static void answer(ByteBuffer code, int call, int answer) {
    add(code, IF_EQUAL, 0, 1, call);
    add(code, ANSWER, 0, 0, answer);
  }

  private static void add(ByteBuffer code, short what, int ifTrue, int ifFalse, int k) {
    code.putShort(what).put((byte) ifTrue).put((byte) ifFalse).putInt(k);
  }
}
