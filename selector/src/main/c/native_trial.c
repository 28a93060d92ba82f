/*
 * Runs a counter's leaf function in a child process that shares this one's memory, and says how it
 * fared. Linux only.
 *
 * The child has handlers of its own for the signals of a fault, which end it with a status that names
 * the signal: on Linux before 5.16 a fault with the default action takes every process along that
 * shares the memory. They are installed by the raw system call, because libjsig's sigaction would write
 * them down as this process's. A stack of its own, with a page below it that faults, and another for
 * the handlers; a timer against a function that never returns. While the child runs this thread is
 * suspended (CLONE_VFORK). Exit signal 0 and __WCLONE: nobody else can wait for the child, and no
 * SIGCHLD tells of it. qemu-user refuses that, and makes an ordinary child of the second attempt.
 *
 * Sources: clone(2), vfork(2), sigaltstack(2), setitimer(2), signal-safety(7); struct sigaction and the
 * numbers of each architecture's uapi/asm/signal.h and system-call table.
 */
#include <cyclecounter.h>

extern int clone(int (*function)(void *), void *stack, int flags, void *argument, ...);
extern int waitpid(int pid, int *status, int options);
extern long syscall(long number, ...);
extern void *mmap(void *at, size_t length, int protection, int flags, int fd, long offset);
extern int mprotect(void *at, size_t length, int protection);
extern int munmap(void *at, size_t length);
extern int *__errno_location(void);
extern long sysconf(int name);

#if defined(__x86_64__)
enum { RT_SIGACTION = 13, RT_SIGPROCMASK = 14, SIGALTSTACK = 131, SETITIMER = 38, EXIT_GROUP = 231 };
#elif defined(__i386__)
enum { RT_SIGACTION = 174, RT_SIGPROCMASK = 175, SIGALTSTACK = 186, SETITIMER = 104, EXIT_GROUP = 252 };
#elif defined(__arm__) || defined(__s390x__)
enum { RT_SIGACTION = 174, RT_SIGPROCMASK = 175, SIGALTSTACK = 186, SETITIMER = 104, EXIT_GROUP = 248 };
#elif defined(__powerpc__)
enum { RT_SIGACTION = 173, RT_SIGPROCMASK = 174, SIGALTSTACK = 185, SETITIMER = 104, EXIT_GROUP = 234 };
#elif defined(__mips__)
enum { RT_SIGACTION = 5013, RT_SIGPROCMASK = 5014, SIGALTSTACK = 5129, SETITIMER = 5036, EXIT_GROUP = 5205 };
#elif defined(__sparc__)
enum { RT_SIGACTION = 102, RT_SIGPROCMASK = 103, SIGALTSTACK = 28, SETITIMER = 83, EXIT_GROUP = 188 };
#else
enum { RT_SIGACTION = 134, RT_SIGPROCMASK = 135, SIGALTSTACK = 132, SETITIMER = 103, EXIT_GROUP = 94 };
#endif

enum { SIGILL = 4, SIGTRAP = 5, SIGABRT = 6, SIGFPE = 8, SIGSEGV = 11, SIGALRM = 14 };
#if defined(__mips__)
enum { SIGBUS = 10, SIGSYS = 12, SIGCHLD = 18 };
#elif defined(__sparc__)
enum { SIGBUS = 10, SIGSYS = 12, SIGCHLD = 20 };
#else
enum { SIGBUS = 7, SIGSYS = 31, SIGCHLD = 17 };
#endif

/*
 * The kernel's own struct, not the C library's. A handler that never returns needs no restorer, but
 * x86-64 wants one to be there.
 */
struct kernel_sigaction {
#if defined(__mips__)
    unsigned flags;
    void (*handler)(int);
#else
    void (*handler)(int);
    unsigned long flags;
#if !defined(__riscv) && !defined(__loongarch__)
    void (*restorer)(void);
#endif
#endif
    uint32_t mask[4];
};

#if defined(__mips__)
#define MASK_BYTES 16
#else
#define MASK_BYTES 8
#endif
#if defined(__sparc__)
#define ON_STACK 1
#else
#define ON_STACK 0x08000000
#endif
#define RESTORER 0x04000000

struct signal_stack {
    void *sp;
#if defined(__mips__)
    size_t size;
    int flags;
#else
    int flags;
    size_t size;
#endif
};

#if defined(__mips__)
enum { SIG_BLOCK = 1, SIG_UNBLOCK = 2, SIG_SETMASK = 3 };
#elif defined(__sparc__)
enum { SIG_BLOCK = 1, SIG_UNBLOCK = 2, SIG_SETMASK = 4 };
#else
enum { SIG_BLOCK = 0, SIG_UNBLOCK = 1, SIG_SETMASK = 2 };
#endif

#define PAGE_SIZE_NAME 30
#define PROT_NONE 0
#define PROT_READ_WRITE 3
#define MAP_PRIVATE 2
#if defined(__mips__)
#define MAP_ANONYMOUS 0x800
#else
#define MAP_ANONYMOUS 0x20
#endif
#define MAP_FAILED ((void *)-1)
#define CLONE_VM 0x100
#define CLONE_VFORK 0x4000
#define WCLONE ((int)0x80000000u)
#define EINTR 4
#define EINVAL 22

#define STACK_BYTES (128 * 1024)
#define HANDLER_BYTES (64 * 1024)

/* Added to what the child says by its status: a leaf that exits by itself says something else. */
#define SAID 0x50

/* NativeIsolator's numbers: what the child says, and what is answered. */
enum { PASSED = 0, ILL = 1, TRAP, ABRT, BUS, FPE, SEGV, SYS, TOO_LONG, ENDED = 64, NO_CHILD = -1 };

struct trial {
    int64_t (*function)(void);
    void *handler_stack;
    int limit_s;
};

static volatile int64_t sink;

__attribute__((noreturn)) static void end(int status) {
    for (;;) syscall(EXIT_GROUP, (long)(SAID + status));
}

static void on_signal(int signal) {
    switch (signal) {
    case SIGILL: end(ILL);
    case SIGTRAP: end(TRAP);
    case SIGABRT: end(ABRT);
    case SIGBUS: end(BUS);
    case SIGFPE: end(FPE);
    case SIGSEGV: end(SEGV);
    case SIGSYS: end(SYS);
    default: end(TOO_LONG);
    }
}

static void no_restorer(void) {}

static void set_bit(uint32_t mask[4], int signal) {
    unsigned bit = (unsigned)signal - 1;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ && __SIZEOF_LONG__ == 8
    bit ^= 32; /* a mask is made of longs */
#endif
    mask[bit / 32] |= 1u << bit % 32;
}

static int in_child(void *argument) {
    static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGALRM};
    const struct trial *trial = argument;
    struct signal_stack stack = {.sp = trial->handler_stack, .size = HANDLER_BYTES};
    syscall(SIGALTSTACK, &stack, (void *)0);
    uint32_t unblocked[4] = {0, 0, 0, 0};
    for (unsigned i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        struct kernel_sigaction action;
        for (size_t b = 0; b < sizeof action; b++) ((volatile uint8_t *)&action)[b] = 0;
        action.handler = on_signal;
        action.flags = ON_STACK;
#if !defined(__mips__) && !defined(__riscv) && !defined(__loongarch__)
        action.restorer = no_restorer;
#if !defined(__sparc__)
        action.flags |= RESTORER;
#endif
#endif
#if defined(__sparc__)
        syscall(RT_SIGACTION, (long)signals[i], &action, (void *)0, no_restorer, (long)MASK_BYTES);
#else
        syscall(RT_SIGACTION, (long)signals[i], &action, (void *)0, (long)MASK_BYTES);
#endif
        set_bit(unblocked, signals[i]);
    }
    (void)no_restorer;
    syscall(RT_SIGPROCMASK, (long)SIG_UNBLOCK, unblocked, (void *)0, (long)MASK_BYTES);
    struct {
        long interval_s, interval_us, value_s, value_us;
    } timer = {0, 0, trial->limit_s, 0};
    syscall(SETITIMER, 0L, &timer, (void *)0);
    for (int i = 0; i < 3; i++) sink = trial->function();
    end(PASSED);
}

static int wait_for(int pid, int options) {
    int status, waited;
    do
        waited = waitpid(pid, &status, options);
    while (waited < 0 && *__errno_location() == EINTR);
    if (waited != pid) return ENDED;
    int said = (status >> 8 & 0xff) - SAID;
    return (status & 0x7f) == 0 && said >= PASSED && said <= TOO_LONG ? said : ENDED;
}

/*
 * PASSED, the number of a signal above, TOO_LONG, ENDED where the child ended in another way, or
 * NO_CHILD less an errno. One at a time: the Java side sees to that.
 */
CC_EXPORT int32_t Java_org_cyclecounter_selector_isolation_NativeIsolator_tryLeaf(void *env, void *self,
                                                                                  int64_t entry_point,
                                                                                  int32_t limit_s) {
    (void)env;
    (void)self;
    size_t page = (size_t)sysconf(PAGE_SIZE_NAME);
    size_t size = page + STACK_BYTES + HANDLER_BYTES;
    char *memory = mmap(0, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NO_CHILD - *__errno_location();
    int32_t result;
    if (mprotect(memory + page, size - page, PROT_READ_WRITE) != 0) {
        result = NO_CHILD - *__errno_location();
    } else {
        struct trial trial = {(int64_t(*)(void))(intptr_t)entry_point, memory + page + STACK_BYTES, limit_s};
        void *top = memory + page + STACK_BYTES;
        uint32_t all[4] = {~0u, ~0u, ~0u, ~0u}, before[4];
        /* The child begins with every signal blocked: none of this process's handlers runs in it. */
        syscall(RT_SIGPROCMASK, (long)SIG_SETMASK, all, before, (long)MASK_BYTES);
        int options = WCLONE;
        int pid = clone(in_child, top, CLONE_VM | CLONE_VFORK, &trial);
        if (pid < 0 && *__errno_location() == EINVAL) {
            options = 0;
            pid = clone(in_child, top, CLONE_VM | CLONE_VFORK | SIGCHLD, &trial);
        }
        int error = pid < 0 ? *__errno_location() : 0;
        syscall(RT_SIGPROCMASK, (long)SIG_SETMASK, before, (void *)0, (long)MASK_BYTES);
        result = pid < 0 ? NO_CHILD - error : wait_for(pid, options);
    }
    munmap(memory, size);
    return result;
}
