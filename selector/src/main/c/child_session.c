// SPDX-License-Identifier: Apache-2.0
/*
 * Makes a child JVM a session whose processes can be ended with it, wherever they go: whatever it starts stays below
 * it, because an orphan's new parent is the child, also where it has begun a session (PR_SET_CHILD_SUBREAPER). What is
 * executed there inherits no descriptor: its parent would wait for the end of a pipe that another process holds.
 * That includes 0 and 1, the pipes; 1 stays open here, because a dying JVM names its signal there.
 *
 * No core dump: it would be as large as the JVM. 1 means none, also where cores go to a pipe (core(5)), and is kept by
 * what is executed. PR_SET_DUMPABLE 0 would be reset by execve(2), and makes /proc/self another user's, where the
 * child looks for its own descriptors. Linux only.
 *
 * Sources: setsid(2), prctl(2), getrlimit(2), close_range(2), fcntl(2), waitid(2), each system-call table.
 */
#include <linux_call.h>

enum {
    SETSID = CC_NUMBER(112, 66, 66, 66, 66, 5110, 175, 157),
    PRCTL = CC_NUMBER(157, 172, 172, 172, 171, 5153, 147, 167),
    PRLIMIT = CC_NUMBER(302, 340, 369, 334, 325, 5297, 331, 261),
    FCNTL = CC_NUMBER(72, 55, 55, 55, 55, 5070, 92, 25),
    WAITID = CC_NUMBER(247, 284, 280, 281, 272, 5237, 279, 95),
    CLOSE_RANGE = CC_NUMBER(436, 436, 436, 436, 436, 5436, 436, 436)
};
enum { PR_SET_CHILD_SUBREAPER = 36, RLIMIT_CORE = 4, F_SETFD = 2, FD_CLOEXEC = 1, CLOSE_RANGE_CLOEXEC = 4 };
enum { P_ALL = 0, WNOHANG = 1, WEXITED = 4, WNOWAIT = 0x1000000, WALL = 0x40000000, ECHILD = 10 };
enum { MOST_DESCRIPTORS = 1024, STANDARD_ERROR = 2 };

/* ChildSession.hasStarted: whether there is a process below this one, if only one that has ended; takes nothing. */
CC_EXPORT uint8_t Java_org_cyclecounter_selector_isolation_ChildSession_hasStarted(CC_UNUSED_ENV) {
    int32_t info[32]; /* a siginfo_t, which is not looked at */
    return cc_call(WAITID, P_ALL, 0, (long)(intptr_t)info, WEXITED | WNOHANG | WNOWAIT | WALL, 0, 0) != -ECHILD;
}

/* ChildSession.enter. */
CC_EXPORT void Java_org_cyclecounter_selector_isolation_ChildSession_enter(CC_UNUSED_ENV) {
    static const uint64_t no_core[2] = {1, 1};
    cc_call(SETSID, 0, 0, 0, 0, 0, 0);
    cc_call(PRCTL, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0, 0);
    cc_call(PRLIMIT, 0, RLIMIT_CORE, (long)(intptr_t)no_core, 0, 0, 0);
    for (long fd = 0; fd < STANDARD_ERROR; fd++) cc_call(FCNTL, fd, F_SETFD, FD_CLOEXEC, 0, 0, 0);
    if (cc_call(CLOSE_RANGE, STANDARD_ERROR + 1, (long)~0u, CLOSE_RANGE_CLOEXEC, 0, 0, 0) == 0) return;
    /* Linux before 5.11. */
    for (long fd = STANDARD_ERROR + 1; fd < MOST_DESCRIPTORS; fd++) cc_call(FCNTL, fd, F_SETFD, FD_CLOEXEC, 0, 0, 0);
}
