// SPDX-License-Identifier: Apache-2.0
/*
 * thread-cputime: the time the calling thread has spent on a processor, in user mode and in the kernel.
 *
 * Linux, macOS and FreeBSD: clock_gettime(CLOCK_THREAD_CPUTIME_ID), in nanoseconds (clock_gettime(2); the
 * clock's number on FreeBSD is in sys/sys/_clock_id.h, where it has only been compiled).
 * Windows: GetThreadTimes (processthreadsapi.h), in units of 100 ns.
 */
#if defined(_WIN32)
#include "windows.h"

/* A FILETIME is two 32-bit halves, the low one first: a uint64_t on these little-endian machines. */
__declspec(dllimport) int WINAPI GetThreadTimes(void *thread, uint64_t *created, uint64_t *ended,
                                                uint64_t *in_kernel, uint64_t *in_user);

CC_READ(org_cyclecounter_os_ThreadCputime, ticks) {
    uint64_t created, ended, in_kernel = 0, in_user = 0;
    if (!GetThreadTimes(GetCurrentThread(), &created, &ended, &in_kernel, &in_user)) return CC_UNREADABLE;
    return (int64_t)(in_kernel + in_user);
}
#else
#include "unix_time.h"

#if defined(__APPLE__)
#define THREAD_CPUTIME 16
#elif defined(__FreeBSD__)
#define THREAD_CPUTIME 14
#else
#define THREAD_CPUTIME 3
#endif

struct timespec {
    unix_time seconds;
    long nanoseconds;
};

extern int clock_gettime(int clock, struct timespec *time);

CC_READ(org_cyclecounter_os_ThreadCputime, ticks) {
    struct timespec time = {0, 0};
    if (clock_gettime(THREAD_CPUTIME, &time) != 0) return CC_UNREADABLE;
    return (int64_t)time.seconds * 1000000000 + time.nanoseconds;
}
#endif

CC_ADDRESSES(org_cyclecounter_os_ThreadCputime, ticks, ticks, 0)
