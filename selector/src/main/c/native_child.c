// SPDX-License-Identifier: Apache-2.0
/*
 * Tries a counter's reads in a child process that shares this one's memory, and says how it fared. Linux
 * only.
 *
 * Hazards:
 * - The child has the thread pointer of the thread that waits for it. Neither may touch what lies behind
 *   it (errno, the C library's state of a thread) while both run: the child never does, and the parent
 *   makes bare system calls from the clone until the child is gone. A signal handler that runs in the
 *   parent meanwhile may do as it likes: the child looks at nothing of it.
 * - A leaf may stop its process, cancel timers or mask signals: so the time limit is the parent's, and
 *   the child is killed from outside.
 * - Another thread's waitpid(-1, __WALL) may take the child's exit status: so the verdict travels through
 *   a shared page. The status only adds the signal's name where a child was ended from outside.
 * - What an ended child has mapped stays: so it maps only within a range that is reserved before and
 *   unmapped as a whole, when the child is gone for certain.
 * - The child must not outlive this process: it is killed when the thread that waits ends, too.
 *
 * Exit signal 0: no SIGCHLD tells of it. qemu-user refuses such a child, and gets an ordinary fork; so does
 * a counter that a filter of system calls might end with a core dump (`fork`: on Linux before 5.16 that
 * takes along all that share the memory). clone() is the C library's: it has the assembly.
 *
 * Sources: clone(2), futex(2), waitid(2), prctl(2) and each architecture's system-call table.
 */
#include "child_reads.h"
#include "child_signals.h"

extern int clone(int (*function)(void *), void *stack, int flags, void *argument, ...);
extern void *mmap(void *at, size_t length, int protection, int flags, int fd, long offset);
extern int mprotect(void *at, size_t length, int protection);
extern int munmap(void *at, size_t length);
extern int *__errno_location(void);
extern long sysconf(int name);

#if defined(__riscv) && __riscv_xlen == 32
typedef int64_t kernel_time;
enum { FUTEX = 422, CLOCK_GETTIME = 403 };
#else
typedef long kernel_time;
enum {
    FUTEX = CC_NUMBER(202, 240, 240, 238, 221, 5194, 142, 98),
    CLOCK_GETTIME = CC_NUMBER(228, 265, 263, 260, 246, 5222, 257, 113)
};
#endif
enum {
    EXIT_GROUP = CC_NUMBER(231, 252, 248, 248, 234, 5205, 188, 94),
    GETPID = CC_NUMBER(39, 20, 20, 20, 20, 5038, 20, 172),
    GETPPID = CC_NUMBER(110, 64, 64, 64, 64, 5108, 64, 173),
    PRCTL = CC_NUMBER(157, 172, 172, 172, 171, 5153, 147, 167),
    KILL = CC_NUMBER(62, 37, 37, 37, 37, 5060, 37, 129)
};

enum { MAP_SHARED = 1, MAP_PRIVATE = 2, MAP_FIXED = 0x10, MAP_ANONYMOUS = BY_PROCESSOR(0x20, 0x800, 0x20) };
enum { PROT_NONE = 0, PROT_READ_WRITE = 3, PAGE_SIZE_NAME = 30, CLONE_VM = 0x100 };
enum { FUTEX_WAIT = 0, FUTEX_WAKE = 1, CLOCK_MONOTONIC = 1, PR_SET_PDEATHSIG = 1, EINTR = 4, EINVAL = 22 };
#define MAP_FAILED ((void *)-1)

#define STACK_BYTES (128 * 1024)
#define HANDLER_BYTES (64 * 1024)
#define ROOM_PAGES 16
#define SLICE_NS 5000000

/* One at a time: the Java side sees to that. */
static struct {
    struct work work;
    struct verdict *verdict;
    void *handler_stack;
    long parent;
} attempt;

__attribute__((noreturn)) static void end(void) {
    struct verdict *verdict = attempt.verdict;
    verdict->running = 0;
    cc_call(FUTEX, (long)(intptr_t)&verdict->running, FUTEX_WAKE, 1, 0, 0, 0);
    for (;;) cc_call(EXIT_GROUP, 0, 0, 0, 0, 0, 0);
}

static __attribute__((noreturn)) void on_signal(int signal, const int *info, void *context) {
    (void)info;
    (void)context;
    found(attempt.verdict, FAULT, answer_for(signal));
    end();
}

static int in_child(void *unused) {
    (void)unused;
    cc_call(PRCTL, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0, 0);
    if (cc_call(GETPPID, 0, 0, 0, 0, 0, 0) != attempt.parent) end(); /* already gone */
    dump_no_core();
    catch_fatal_signals(on_signal, attempt.handler_stack, HANDLER_BYTES);
    do_work(&attempt.work, attempt.verdict);
    end();
}

static int64_t now_ns(void) {
    kernel_time now[2] = {0, 0};
    cc_call(CLOCK_GETTIME, CLOCK_MONOTONIC, (long)(intptr_t)now, 0, 0, 0, 0);
    return (int64_t)now[0] * 1000000000 + now[1];
}

/* True if the child is gone: reaped here, which reports its last signal, or elsewhere. */
static int is_gone(long pid, int options, int *signal) {
    int32_t info[32]; /* a siginfo_t: the first word is 0 while there is nothing to tell */
    long waited;
    info[0] = 0;
    do waited = cc_call(WAITID, P_PID, pid, (long)(intptr_t)info, WEXITED | WALL | options, 0, 0);
    while (waited == -EINTR);
    if (waited == 0 && info[0] != 0 && info[SI_CODE] != CLD_EXITED) *signal = answer_for(info[SI_STATUS]);
    return waited != 0 || info[0] != 0;
}

static void sleep_while_running(struct verdict *verdict) {
    kernel_time slice[2] = {0, SLICE_NS};
    cc_call(FUTEX, (long)(intptr_t)&verdict->running, FUTEX_WAIT, 1, (long)(intptr_t)slice, 0, 0);
}

/*
 * Waits until the child is gone; kills it when its time is up. What it says is final only then, which
 * makes `running` a mere hint. 0 if even SIGKILL does not end it, as while a device has hold of it: then
 * its memory must stay.
 */
static int await(long pid, struct verdict *verdict, int64_t limit_ns, int *killed, int *signal) {
    int64_t begin = now_ns();
    while (verdict->running) {
        sleep_while_running(verdict);
        if (!verdict->running) break;
        if (is_gone(pid, WNOHANG, signal)) return 1; /* so the number cannot be another process's below */
        if (now_ns() - begin < limit_ns) continue;
        if (*killed) return 0;
        *killed = 1;
        cc_call(KILL, pid, SIGKILL, 0, 0, 0, 0);
        begin = now_ns();
    }
    return is_gone(pid, 0, signal); /* it is in exit_group, or about to be */
}

/* Makes the child and waits for it: whether its memory may be unmapped. */
static int run_child(void *top, int fork, int32_t limit_s, struct verdict *verdict) {
    uint32_t all[4] = {~0u, ~0u, ~0u, ~0u}, before[4];
    attempt.parent = cc_call(GETPID, 0, 0, 0, 0, 0, 0);
    /* The child begins with every signal blocked: none of this process's handlers runs in it. */
    change_mask(SIG_SETMASK, all, before);
    int pid = clone(in_child, top, fork ? 0 : CLONE_VM, 0);
    if (pid < 0 && *__errno_location() == EINVAL) pid = clone(in_child, top, SIGCHLD, 0);
    int error = pid < 0 ? *__errno_location() : 0;
    change_mask(SIG_SETMASK, before, 0);
    if (error) {
        found(verdict, NO_CHILD, error);
        return 1;
    }
    int killed = 0, signal = 0;
    int gone = await(pid, verdict, (int64_t)limit_s * 1000000000, &killed, &signal);
    if (verdict->kind == NOTHING_SAID) found(verdict, killed ? TIMED_OUT : ENDED, killed ? 0 : signal);
    return gone;
}

static int64_t no_child(void) {
    struct verdict verdict = {0};
    found(&verdict, NO_CHILD, *__errno_location());
    return packed(&verdict);
}

/*
 * NativeChild.run: the addresses of a struct cc_probe, or of functions int64_t f(void) of which start and
 * stop may be 0. The answer is packed().
 */
CC_EXPORT int64_t Java_org_cyclecounter_selector_isolation_NativeChild_run(void *env, void *self, int64_t probe,
                                                                           int64_t ticks, int64_t start,
                                                                           int64_t stop, int32_t reads,
                                                                           int32_t ordered, int32_t limit_s,
                                                                           uint8_t fork) {
    (void)env;
    (void)self;
    const struct cc_probe *opening = (const struct cc_probe *)(intptr_t)probe;
    size_t page = (size_t)sysconf(PAGE_SIZE_NAME);
    /* Shared: the verdict, and the probe's state behind it. A page that faults; stacks; room for mappings. */
    size_t shared = (sizeof(struct verdict) + 64 + (opening ? opening->state_bytes : 0) + page - 1) & ~(page - 1);
    size_t room = ROOM_PAGES * page, size = shared + page + STACK_BYTES + HANDLER_BYTES + page + room;
    char *memory = mmap(0, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return no_child();
    char *stack = memory + shared + page, *top = stack + STACK_BYTES;
    if (mmap(memory, shared, PROT_READ_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED ||
        mprotect(stack, STACK_BYTES + HANDLER_BYTES, PROT_READ_WRITE) != 0) {
        int64_t result = no_child();
        munmap(memory, size);
        return result;
    }
    struct verdict *verdict = (struct verdict *)(void *)memory;
    verdict->running = 1;
    verdict->kind = NOTHING_SAID;
    attempt.verdict = verdict;
    attempt.handler_stack = top;
    struct work *work = &attempt.work;
    work->probe = opening;
    work->ticks = opening ? opening->ticks : (read_function *)(intptr_t)ticks;
    work->start = opening ? opening->start : (read_function *)(intptr_t)start;
    work->stop = opening ? opening->stop : (read_function *)(intptr_t)stop;
    work->reads = reads;
    work->ordered = ordered;
    work->state = memory + ((sizeof(struct verdict) + 63) & ~(size_t)63);
    work->room = (struct cc_room){memory + size - room, room, page};
    int gone = run_child(top, fork, limit_s, verdict);
    int64_t result = packed(verdict);
    if (gone) munmap(memory, size);
    return result;
}
