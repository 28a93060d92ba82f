// SPDX-License-Identifier: Apache-2.0
/*
 * Traces every thread of the program and of its children. RDPMC faults in them, because no real event
 * is mapped, and is done here: EDX:EAX and RIP are set and the SIGSEGV is suppressed. Every other
 * signal is passed on.
 *
 * Sources: ptrace(2) (PTRACE_SEIZE, the stops and their order); RDPMC: AMD APM volume 3, Intel SDM
 * volume 2B: 0F 33, #GP where it is not allowed.
 */
#include "pmu.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <linux/sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define RDPMC_CODE 0x330f
#define SYSCALL_STOP (SIGTRAP | 0x80)

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pid_t program;

/* Does the RDPMC at which a thread has got a SIGSEGV; false if it is another fault, or RDPMC's own. */
static bool emulate(struct task *task) {
    siginfo_t info;
    struct user_regs_struct regs;
    if (ptrace(PTRACE_GETSIGINFO, task->tid, 0, &info) != 0 || info.si_code != SI_KERNEL) return false;
    if (ptrace(PTRACE_GETREGS, task->tid, 0, &regs) != 0) return false;
    errno = 0;
    long code = ptrace(PTRACE_PEEKTEXT, task->tid, regs.rip, 0);
    if (errno != 0 || (code & 0xffff) != RDPMC_CODE) return false;
    read_control();
    begin_read(task);
    uint64_t value;
    if (!rdpmc(task, (uint32_t)regs.rcx, &value)) {
        statistics.faults++;
        return false;
    }
    statistics.rdpmc++;
    regs.rax = (uint32_t)value;
    regs.rdx = value >> 32;
    regs.rip += 2;
    return ptrace(PTRACE_SETREGS, task->tid, 0, &regs) == 0;
}

/* The arguments of clone(2) of a stopped thread, or of its maker: both have the registers of that call. */
static uint64_t clone_flags(pid_t tid) {
    struct user_regs_struct regs;
    if (ptrace(PTRACE_GETREGS, tid, 0, &regs) != 0) return 0;
    uint64_t flags = 0;
    struct iovec here = {&flags, sizeof flags}, there = {(void *)(uintptr_t)regs.rdi, sizeof flags};
    switch (regs.orig_rax) {
    case SYS_clone: return regs.rdi;
    case SYS_clone3: return process_vm_readv(tid, &here, 1, &there, 1, 0) > 0 ? flags : 0;
    case SYS_vfork: return CLONE_VM | CLONE_VFORK;
    default: return 0;
    }
}

static void count_exec(struct task *task) {
    char link[64], path[PATH_MAX] = "";
    snprintf(link, sizeof link, "/proc/%d/exe", task->tid);
    if (readlink(link, path, sizeof path - 1) < 0) *path = 0;
    statistics.execs++;
    statistics.javas += strcmp(basename(path), "java") == 0;
}

/* The thread that executes a file goes on as the process's first; its number changes to that one's. */
static void on_exec(pid_t tid) {
    static bool program_runs;
    unsigned long former;
    struct task *other, *task = find_task(tid);
    if (ptrace(PTRACE_GETEVENTMSG, tid, 0, &former) == 0 && (pid_t)former != tid &&
        (other = find_task((pid_t)former)) != NULL) {
        if (task == NULL) task = add_child(tid, 0);
        remove_task(other);
    }
    if (task == NULL) return;
    if (tid != program || program_runs) count_exec(task);
    program_runs |= tid == program;
    executed(task);
}

/* Applies a system call that the filter shows to the mappings. Returns the request to go on with. */
static int on_call(struct task *task) {
    struct user_regs_struct regs;
    if (ptrace(PTRACE_GETREGS, task->tid, 0, &regs) != 0) return PTRACE_CONT;
    if (regs.orig_rax == SYS_munmap) {
        if (regs.rsi != 0) unmap(task->process->space, regs.rdi, regs.rsi);
        return PTRACE_CONT;
    }
    if (find_handle(task->process->files, (int)regs.r8) == NULL) return PTRACE_CONT;
    read_control();
    if (task->process->own) reached(AT_MMAP);
    if (settings.deny_mmap == 0) return PTRACE_SYSCALL; /* to be seen when it returns */
    regs.orig_rax = (unsigned long long)-1;
    regs.rax = (unsigned long long)-(int64_t)settings.deny_mmap;
    ptrace(PTRACE_SETREGS, task->tid, 0, &regs);
    return PTRACE_CONT;
}

static void after_mmap(struct task *task) {
    struct user_regs_struct regs;
    if (ptrace(PTRACE_GETREGS, task->tid, 0, &regs) != 0 || regs.orig_rax != SYS_mmap) return;
    struct handle *handle = find_handle(task->process->files, (int)regs.r8);
    if (handle == NULL || (int64_t)regs.rax < 0) return; /* a negated errno */
    add_mapping(task->process->space, handle->event, regs.rax, regs.rsi);
    statistics.mapped++;
}

static void on_new_child(pid_t parent) {
    unsigned long child;
    if (ptrace(PTRACE_GETEVENTMSG, parent, 0, &child) == 0 && find_task((pid_t)child) == NULL)
        add_child((pid_t)child, clone_flags(parent));
}

/* Lets a thread that has stopped go on. */
static void stopped(pid_t tid, int status) {
    int event = status >> 16, signal = WSTOPSIG(status), request = PTRACE_CONT;
    struct task *task = find_task(tid);
    if (task == NULL && event != PTRACE_EVENT_EXEC) task = add_child(tid, clone_flags(tid));
    switch (event) {
    case PTRACE_EVENT_EXEC: on_exec(tid); break;
    case PTRACE_EVENT_CLONE:
    case PTRACE_EVENT_FORK:
    case PTRACE_EVENT_VFORK: on_new_child(tid); break;
    case PTRACE_EVENT_SECCOMP: request = task != NULL ? on_call(task) : PTRACE_CONT; break;
    case PTRACE_EVENT_STOP: request = signal == SIGTRAP ? PTRACE_CONT : PTRACE_LISTEN; break;
    default:
        if (signal == SYSCALL_STOP) {
            if (task != NULL) after_mmap(task);
        } else if (task == NULL || signal != SIGSEGV || !emulate(task)) {
            ptrace(PTRACE_CONT, tid, 0, (long)signal);
            return;
        }
    }
    ptrace(request, tid, 0, 0L);
}

/* Begins to trace the process and its future children. */
void trace(pid_t pid) {
    program = pid;
    long options = PTRACE_O_EXITKILL | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                   PTRACE_O_TRACEEXEC | PTRACE_O_TRACESECCOMP | PTRACE_O_TRACESYSGOOD;
    if (ptrace(PTRACE_SEIZE, pid, 0, options) != 0)
        FAIL("ptrace is refused (%m): nothing else may trace the program, and a container needs CAP_SYS_PTRACE");
    add_program(pid);
}

/* Until the program has ended: its wait status. */
int supervise(void) {
    for (;;) {
        int status;
        pid_t tid = waitpid(-1, &status, __WALL);
        if (tid < 0 && errno == EINTR) continue;
        if (tid < 0) FAIL("lost the program (%m)");
        pthread_mutex_lock(&lock);
        struct task *task = find_task(tid);
        if (WIFSTOPPED(status))
            stopped(tid, status);
        else if (task != NULL)
            remove_task(task);
        pthread_mutex_unlock(&lock);
        if (!WIFSTOPPED(status) && tid == program) return status;
    }
}
