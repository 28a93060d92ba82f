// SPDX-License-Identifier: Apache-2.0
/*
 * Reads that take their process down or never return. Each is a leaf as far as it goes: syscall(2) is
 * all that it calls of the C library, which keeps nothing but errno.
 *
 * In a child that shares its parent's memory the C library's raise and abort signal whomever a cached
 * thread id names, the parent's thread. The kernel's own getpid and gettid name the child.
 *
 * Numbers of system calls: arch/x86/entry/syscalls/syscall_64.tbl, include/uapi/asm-generic/unistd.h,
 * arch/arm/tools/syscall.tbl. Signals and flags are alike on these three. Run on hardware (AMD, in a VM)
 * and on both Arms under qemu-user.
 */
#include "faults.h"

#if defined(__x86_64__)
enum { GETPID = 39, GETTID = 186, TGKILL = 234, EXIT_GROUP = 231, MMAP = 9, MEMFD_CREATE = 319 };
#elif defined(__aarch64__)
enum { GETPID = 172, GETTID = 178, TGKILL = 131, EXIT_GROUP = 94, MMAP = 222, MEMFD_CREATE = 279 };
#else
enum { GETPID = 20, GETTID = 224, TGKILL = 268, EXIT_GROUP = 248, MMAP = 192, MEMFD_CREATE = 385 };
#endif

enum { SIGABRT = 6, SIGFPE = 8, PROT_READ = 1, MAP_SHARED = 1 };

static int64_t raise(int signal) {
    syscall(TGKILL, syscall(GETPID), syscall(GETTID), (long)signal);
    return 1;
}

static int64_t illegal_instruction(void) {
    undefined_instruction();
    return 1;
}

static int64_t invalid_address(void) { return *(volatile int64_t *)8; }

/* A file of no bytes, mapped: the page is valid, and there is nothing behind it (mmap(2), SIGBUS). */
static int64_t bus_error(void) {
    long file = syscall(MEMFD_CREATE, "", 0L);
    long page = syscall(MMAP, 0L, 4096L, (long)PROT_READ, (long)MAP_SHARED, file, 0L);
    return *(volatile int64_t *)page;
}

/* Arm's processors give 0 for a division by zero: there the signal is sent. */
static int64_t divide_by_zero(void) {
#if defined(__x86_64__)
    static volatile int32_t seven = 7, zero;
    return seven / zero;
#else
    return raise(SIGFPE);
#endif
}

static int64_t breakpoint(void) {
#if defined(__x86_64__)
    __asm__ volatile("int3");
#elif defined(__aarch64__)
    __asm__ volatile("brk #0");
#else
    __asm__ volatile("bkpt #0");
#endif
    return 1;
}

static int64_t abort_process(void) { return raise(SIGABRT); }

static __attribute__((noinline)) int64_t overflow(int64_t depth) {
    volatile int64_t frame[64];
    frame[depth & 63] = depth;
    if (depth < 0) return 0; /* never: for the compiler's sake */
    return overflow(depth + 1) + frame[(depth + 1) & 63];
}

static int64_t stack_overflow(void) { return overflow(0); }

static int64_t jump_to_nowhere(void) {
    int64_t (*volatile nowhere)(void) = (int64_t(*)(void))(intptr_t)8;
    return nowhere() + 1;
}

static int64_t forever(void) {
    static volatile int run = 1;
    while (run) {
    }
    return 1;
}

/* The statuses a parent might take for something else: success, a small code of its own, any other. */
static int64_t exit_0(void) { return syscall(EXIT_GROUP, 0L); }
static int64_t exit_1(void) { return syscall(EXIT_GROUP, 1L); }
static int64_t exit_8(void) { return syscall(EXIT_GROUP, 8L); }
static int64_t exit_70(void) { return syscall(EXIT_GROUP, 70L); }

/* In the order of NativeFaults.ENDING. */
static const read_function reads[] = {
    illegal_instruction, invalid_address, bus_error, divide_by_zero, breakpoint, abort_process, stack_overflow,
    jump_to_nowhere,     forever,         exit_0,    exit_1,         exit_8,     exit_70,
};

/* NativeFault.Group, in its order. */
static const read_function *const groups[] = {reads, counted_reads, process_reads, register_reads};

CC_EXPORT int64_t CC_JNI_NAME(com_example_faults_NativeFault, entry)(void *env, void *self, int32_t group,
                                                                     int32_t number) {
    (void)env;
    (void)self;
    return (int64_t)(intptr_t)groups[group][number];
}

CC_EXPORT int64_t CC_JNI_NAME(com_example_faults_NativeFault, read)(void *env, void *self, int32_t group,
                                                                    int32_t number) {
    (void)env;
    (void)self;
    return groups[group][number]();
}
