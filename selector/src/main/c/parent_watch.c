// SPDX-License-Identifier: Apache-2.0
/*
 * Ends a child JVM with its parent. System.exit and Runtime.halt cannot be relied upon for that: both wait for
 * a safepoint, which a JVM never reaches while a critical downcall of a foreign function does not return
 * (Linker.Option.critical, Java 22 and newer). What is here waits for nothing in the JVM.
 *
 * Sources: prctl(2), "PR_SET_PDEATHSIG"; poll(2); pipe(7), "I/O on pipes and FIFOs"; POSIX.1-2017, poll and _exit;
 * for the numbers, uapi/linux/prctl.h, uapi/asm-generic/poll.h, and sys/poll.h of macOS and FreeBSD, which have the
 * same. FreeBSD: procctl(2), "PROC_PDEATHSIG_CTL" (11.2 and newer), sys/procctl.h, sys/wait.h; pipe_poll in
 * sys/kern/sys_pipe.c. On macOS and FreeBSD compiled only.
 */
#include <cyclecounter.h>

struct pollfd {
    int fd;
    int16_t events, revents;
};

#if defined(__linux__)
typedef unsigned long nfds_t;
extern int *__errno_location(void);
#define errno (*__errno_location())
extern int prctl(int option, ...);
#else
typedef unsigned nfds_t;
extern int *__error(void);
#define errno (*__error())
#endif

#if defined(__FreeBSD__)
extern int procctl(int id_type, int64_t id, int command, void *argument);
#endif

extern int getppid(void);
extern int kill(int pid, int signal);

extern int poll(struct pollfd *descriptors, nfds_t count, int limit_ms);
extern int dup(int fd);
extern _Noreturn void _exit(int status);

enum { POLLIN = 1, POLLERR = 8, POLLHUP = 16, POLLNVAL = 32 };
enum { PR_SET_PDEATHSIG = 1, SIGKILL = 9, ESRCH = 3, EINTR = 4 };
enum { P_PID = 0, THIS_PROCESS = 0, PROC_PDEATHSIG_CTL = 11 };
enum { STANDARD_INPUT = 0, PAUSE_MS = 50 };

#define WATCH(result, method) \
    CC_EXPORT result CC_JNI_NAME(org_cyclecounter_selector_isolation_ParentWatch, method)

/*
 * Linux and FreeBSD: has the kernel kill this process when its parent ends, which on Linux is the thread that
 * started it; there the setting belongs to the calling thread, and is lost with it. A parent that was gone before
 * leaves this process to another one, such as process 1. (0: the parent is in another PID namespace, where its
 * number means nothing to us. Another number while the parent lives: a program between the two, such as a script
 * in the place of `java`.)
 */
WATCH(void, killWithParent)(void *env, void *self, int32_t parent) {
    (void)env, (void)self;
#if defined(__APPLE__)
    (void)parent;
#else
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, (long)SIGKILL, 0L, 0L, 0L);
#else
    int signal = SIGKILL;
    procctl(P_PID, THIS_PROCESS, PROC_PDEATHSIG_CTL, &signal);
#endif
    int now = getppid();
    if (now != parent && now != 0 && kill(parent, 0) != 0 && errno == ESRCH) _exit(1);
#endif
}

/*
 * Ends this process when nobody can write to its standard input any more; returns only if that is no pipe. The
 * descriptor is a copy, because a provider may close the other. What is there to be read is another thread's, and is
 * given time to be read: where the JVM stands still it stays there, but the end of the pipe is reported beside it.
 * POLLIN is asked for because macOS reports nothing of a descriptor for which nothing is asked.
 */
WATCH(void, exitWithPipe)(void *env, void *self) {
    (void)env, (void)self;
    struct pollfd input = {dup(STANDARD_INPUT), POLLIN, 0};
    for (;;) {
        int ready = poll(&input, 1, -1);
        if (ready < 0 && errno != EINTR) return;
        if (ready <= 0) continue;
        if (input.revents & POLLHUP) _exit(1);
        if (input.revents & (POLLERR | POLLNVAL)) return;
        poll((struct pollfd *)0, 0, PAUSE_MS);
    }
}
