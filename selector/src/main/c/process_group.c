// SPDX-License-Identifier: Apache-2.0
/*
 * Makes a child JVM the leader of a new session, so that its processes can be killed with it. Linux, macOS and
 * FreeBSD.
 *
 * On Linux its descendants stay below it, even in other sessions, because it becomes the parent of orphans
 * (PR_SET_CHILD_SUBREAPER). The kernel kills the child when the thread that started it ends: a JVM cannot do that
 * while a critical downcall keeps it from its next safepoint, where Runtime.halt waits. The setting belongs to the
 * calling thread, and is lost with it.
 *
 * Sources: setsid(2), kill(2), prctl(2). On macOS and FreeBSD only compiled.
 */
#if defined(__linux__)
#include "child_signals.h"

enum { PR_SET_PDEATHSIG = 1, PR_SET_CHILD_SUBREAPER = 36 };
extern int prctl(int option, ...);
#else
#include <cyclecounter.h>

enum { SIGKILL = 9 };
#endif

extern int setsid(void);
extern int kill(int pid, int signal);

#define GROUP(method) CC_EXPORT void CC_JNI_NAME(org_cyclecounter_selector_natives_ProcessGroup, method)

/* ProcessGroup.enter. */
GROUP(enter)(CC_UNUSED_ENV) {
    setsid();
#if defined(__linux__)
    prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
    prctl(PR_SET_PDEATHSIG, (long)SIGKILL, 0L, 0L, 0L);
    dump_no_core();
#endif
}

/*
 * ProcessGroup.killAll. The number of a group stays reserved while it has processes; that of an empty one may
 * belong to an unrelated process.
 */
GROUP(killAll)(CC_UNUSED_ENV, int32_t group, uint8_t is_alive) {
    if (group > 1 && (is_alive || kill(group, 0) != 0)) kill(-group, SIGKILL);
}
