// SPDX-License-Identifier: Apache-2.0
/*
 * The filter that sends system calls here: perf_event_open, and read, ioctl and close of an event's
 * descriptor, are answered (SECCOMP_RET_USER_NOTIF); mmap of such a descriptor and munmap are looked at
 * by the tracing thread (SECCOMP_RET_TRACE). An event has a descriptor from base_descriptor on, by which
 * the filter knows it.
 *
 * Sources: seccomp(2), seccomp_unotify(2); the system-call table of i386.
 */
#include "pmu.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <poll.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define I386_PERF_EVENT_OPEN 336

int listener, base_descriptor = 700;

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define EQUAL(value, then, otherwise) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, then, otherwise)
#define AT_LEAST(value, then, otherwise) BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, value, then, otherwise)
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)

/* In the process that is to be filtered: the listener, or a negated errno. */
int install_filter(void) {
    unsigned base = (unsigned)base_descriptor;
    struct sock_filter code[] = {
        LOAD(arch),
        EQUAL(AUDIT_ARCH_X86_64, 0, 14),
        LOAD(nr),
        EQUAL(SYS_perf_event_open, 11, 0),
        EQUAL(SYS_munmap, 14, 0),
        EQUAL(SYS_mmap, 6, 0),
        EQUAL(SYS_read, 2, 0),
        EQUAL(SYS_close, 1, 0),
        EQUAL(SYS_ioctl, 0, 9),
        LOAD(args[0]),
        AT_LEAST(base, 0, 7),
        AT_LEAST(base + MAX_EVENTS, 6, 3),
        LOAD(args[4]), /* mmap */
        AT_LEAST(base, 0, 4),
        AT_LEAST(base + MAX_EVENTS, 3, 4),
        ANSWER(SECCOMP_RET_USER_NOTIF),
        LOAD(nr), /* of i386 */
        EQUAL(I386_PERF_EVENT_OPEN, 2, 0),
        ANSWER(SECCOMP_RET_ALLOW),
        ANSWER(SECCOMP_RET_TRACE),
        ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
    };
    struct sock_fprog filter = {sizeof code / sizeof *code, code};
    unsigned long flags[] = {SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV,
                             SECCOMP_FILTER_FLAG_NEW_LISTENER}; /* the former since Linux 5.19 */
    for (int i = 0; i < 2; i++) {
        long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags[i], &filter);
        if (result >= 0) return (int)result;
    }
    return -errno;
}

/* The thread that answers, until every process of the program has ended. */
void *answer_calls(void *unused) {
    for (;;) {
        struct seccomp_notif call = {0};
        struct pollfd ready = {.fd = listener, .events = POLLIN};
        bool called = poll(&ready, 1, 20) > 0;
        if (called && ready.revents & POLLHUP) return unused;
        if (called && ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) continue;
        pthread_mutex_lock(&lock);
        read_control();
        int64_t result = called ? answer(&call) : NO_REPLY;
        pthread_mutex_unlock(&lock);
        if (result == NO_REPLY) continue;
        struct seccomp_notif_resp reply = {.id = call.id};
        if (result == PASS_ON)
            reply.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
        else if (result < 0)
            reply.error = (__s32)result;
        else
            reply.val = result;
        ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &reply);
    }
}
