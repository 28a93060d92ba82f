// SPDX-License-Identifier: Apache-2.0
/*
 * Implements system calls on events. Those that are not simulated (software events, other descriptors)
 * are passed on to the kernel.
 *
 * Sources: perf_event_open(2); perf_event_open, perf_read and perf_ioctl in kernel/events/core.c,
 * x86_pmu_event_init in arch/x86/events/core.c; seccomp_unotify(2).
 */
#include "pmu.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* A thread is about to read a counter. */
void begin_read(struct task *task) {
    if (task->process->own)
        reached(AT_READ);
    else
        statistics.others++;
    advance(task, true);
    settle(task);
}

static bool copy_from(pid_t tid, uint64_t address, void *to, size_t size) {
    struct iovec here = {to, size}, there = {(void *)(uintptr_t)address, size};
    return process_vm_readv(tid, &here, 1, &there, 1, 0) == (ssize_t)size;
}

static bool copy_to(pid_t tid, uint64_t address, void *from, size_t size) {
    struct iovec here = {from, size}, there = {(void *)(uintptr_t)address, size};
    return process_vm_writev(tid, &here, 1, &there, 1, 0) == (ssize_t)size;
}

/* The result of a call with these attributes: 0, a negated errno, or PASS_ON. */
static int64_t get_attributes(pid_t tid, uint64_t address, struct perf_event_attr *attr) {
    memset(attr, 0, sizeof *attr);
    if (!copy_from(tid, address, attr, 8)) return -EFAULT;
    size_t size = attr->size != 0 ? attr->size : PERF_ATTR_SIZE_VER0;
    if (size < PERF_ATTR_SIZE_VER0 || size > PAGE) return -E2BIG;
    if (!copy_from(tid, address, attr, size < sizeof *attr ? size : sizeof *attr)) return -EFAULT;
    switch (attr->type) {
    case PERF_TYPE_HARDWARE: {
        uint64_t event = attr->config & UINT32_MAX, pmu = attr->config >> 32;
        if (event >= PERF_COUNT_HW_MAX) return -EINVAL;
        if (event != PERF_COUNT_HW_CPU_CYCLES || (pmu != 0 && pmu != PMU_TYPE)) return -ENOENT;
        break;
    }
    case PMU_TYPE: break;
    case PERF_TYPE_SOFTWARE:
    case PERF_TYPE_TRACEPOINT:
    case PERF_TYPE_BREAKPOINT: return PASS_ON;
    default: return -ENOENT;
    }
    uint64_t known = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    return attr->sample_period != 0 || (attr->read_format & ~known) != 0 ? -EOPNOTSUPP : 0;
}

/* The lowest number from the base on that the process has not in use; -1 if all are. */
static int free_number(struct task *caller) {
    for (int number = base_descriptor; number < base_descriptor + MAX_EVENTS; number++) {
        char path[64];
        snprintf(path, sizeof path, "/proc/%d/fd/%d", caller->tid, number);
        if (find_handle(caller->process->files, number) == NULL &&
            faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) != 0)
            return number;
    }
    return -1;
}

static bool catches(pid_t tid, int signal) {
    char path[64], line[256];
    unsigned long long caught = 0, blocked = 0;
    snprintf(path, sizeof path, "/proc/%d/status", tid);
    FILE *status = fopen(path, "re");
    while (status != NULL && fgets(line, sizeof line, status)) {
        sscanf(line, "SigCgt: %llx", &caught);
        sscanf(line, "SigBlk: %llx", &blocked);
    }
    if (status != NULL) fclose(status);
    return (caught | blocked) >> (signal - 1) & 1;
}

/* SECCOMP_RET_KILL_PROCESS: ended as by SIGSYS, which cannot be caught then; SIGKILL stands for that. */
static int64_t kill_process(struct task *caller) {
    pid_t pid = caller->process->pid;
    if (catches(caller->tid, SIGSYS)) {
        kill(pid, SIGKILL);
        return NO_REPLY;
    }
    syscall(SYS_tgkill, pid, caller->tid, SIGSYS);
    return -EPERM;
}

static int64_t open_event(struct task *caller, const struct seccomp_notif *call) {
    const __u64 *args = call->data.args;
    if (caller->process->own) reached(AT_OPEN);
    if (settings.deny != 0) {
        statistics.denied++;
        return settings.deny == DENY_KILL ? kill_process(caller) : -(int64_t)settings.deny;
    }
    struct perf_event_attr attr;
    int64_t refused = get_attributes(caller->tid, args[0], &attr);
    if (refused != 0) return refused;
    if ((int)args[1] < 0) return -EOPNOTSUPP; /* of a whole CPU */
    struct task *task = args[1] != 0 ? find_task((pid_t)args[1]) : caller;
    if (task == NULL) return -ESRCH;
    advance(task, false);
    int memory, number = free_number(caller);
    if (number < 0) return -EMFILE;
    struct event *event = new_event(task, &attr, &memory);
    if (event == NULL) return -ENOMEM;
    bool close_on_exec = (args[4] & PERF_FLAG_FD_CLOEXEC) != 0;
    struct seccomp_notif_addfd add = {.id = call->id,
                                      .flags = SECCOMP_ADDFD_FLAG_SETFD,
                                      .srcfd = (__u32)memory,
                                      .newfd = (__u32)number,
                                      .newfd_flags = close_on_exec ? O_CLOEXEC : 0};
    int given = ioctl(listener, SECCOMP_IOCTL_NOTIF_ADDFD, &add);
    close(memory);
    add_handle(caller->process->files, number, event, close_on_exec);
    if (given < 0) {
        close_handle(caller->process->files, find_handle(caller->process->files, number));
        return -EMFILE; /* above RLIMIT_NOFILE */
    }
    settle(task);
    statistics.opened++;
    return number;
}

static int64_t read_event(struct task *caller, struct event *event, uint64_t to, uint64_t size) {
    wait_until_blocked(caller);
    statistics.read++;
    begin_read(caller);
    if (event->task != NULL && event->task != caller) advance(event->task, true);
    if (event->state == IN_ERROR) return 0;
    uint64_t values[3] = {event->count}, number = 1;
    if (event->format & PERF_FORMAT_TOTAL_TIME_ENABLED) values[number++] = (uint64_t)event->enabled_ns;
    if (event->format & PERF_FORMAT_TOTAL_TIME_RUNNING) values[number++] = (uint64_t)event->running_ns;
    if (size < number * 8) return -ENOSPC;
    return copy_to(caller->tid, to, values, number * 8) ? (int64_t)number * 8 : -EFAULT;
}

static int64_t control_event(struct event *event, uint64_t request) {
    struct task *task = event->task;
    if (task != NULL) advance(task, false);
    switch (request) {
    case PERF_EVENT_IOC_DISABLE: event->state = OFF; break;
    case PERF_EVENT_IOC_RESET: event->count = 0; break;
    case PERF_EVENT_IOC_ENABLE:
        if (task != NULL && event->state < WAITING) event->state = WAITING;
        break;
    default: return -ENOTTY;
    }
    if (task != NULL) settle(task);
    publish(event);
    return 0;
}

/* The system call's result, a negated errno, PASS_ON or NO_REPLY. */
int64_t answer(const struct seccomp_notif *call) {
    const __u64 *args = call->data.args;
    struct task *caller = find_task((pid_t)call->pid);
    if (caller == NULL) return -ESRCH;
    if (call->data.nr == SYS_perf_event_open) return open_event(caller, call);
    struct files *files = caller->process->files;
    struct handle *handle = find_handle(files, (int)args[0]);
    if (handle == NULL) return PASS_ON;
    switch (call->data.nr) {
    case SYS_read: return read_event(caller, handle->event, args[1], args[2]);
    case SYS_ioctl: return control_event(handle->event, args[1]);
    default: close_handle(files, handle); return PASS_ON; /* close(2) */
    }
}
