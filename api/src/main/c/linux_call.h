// SPDX-License-Identifier: Apache-2.0
/*
 * Linux system calls without the C library: no errno, no lock, no cancellation point, nothing that
 * belongs to a thread. Code in a native child has the thread pointer of a thread of the program
 * (selector's native_child.c) and must touch nothing behind it; the C library's syscall() writes
 * errno.
 *
 * Sources: syscall(2), "Architecture calling conventions"; each architecture's system-call table and
 * tools/include/nolibc/arch-*.h in the kernel. Arguments beyond the fifth are not offered on i386. Run
 * on x86-64 and i386 hardware, and under qemu-user on aarch64, arm, riscv64, ppc64le, s390x and
 * mips64el; for the others only compiled.
 */
#ifndef CYCLECOUNTER_LINUX_CALL_H
#define CYCLECOUNTER_LINUX_CALL_H

#include <cyclecounter.h>

/* x86-64, i386, arm, s390x, powerpc, mips n64, sparc64, and the table common to newer architectures. */
#if defined(__x86_64__)
#define CC_NUMBER(x64, i386, arm, s390, ppc, mips, sparc, generic) x64
#elif defined(__i386__)
#define CC_NUMBER(x64, i386, arm, s390, ppc, mips, sparc, generic) i386
#elif defined(__arm__)
#define CC_NUMBER(x64, i386, arm, s390, ppc, mips, sparc, generic) arm
#elif defined(__s390x__)
#define CC_NUMBER(x64, i386, arm, s390, ppc, mips, sparc, generic) s390
#elif defined(__powerpc__)
#define CC_NUMBER(x64, i386, arm, s390, ppc, mips, sparc, generic) ppc
#elif defined(__mips__)
#define CC_NUMBER(x64, i386, arm, s390, ppc, mips, sparc, generic) mips
#elif defined(__sparc__)
#define CC_NUMBER(x64, i386, arm, s390, ppc, mips, sparc, generic) sparc
#else
#define CC_NUMBER(x64, i386, arm, s390, ppc, mips, sparc, generic) generic
#endif

enum {
    CC_READ_FILE = CC_NUMBER(0, 3, 3, 3, 3, 5000, 3, 63),
    CC_CLOSE = CC_NUMBER(3, 6, 6, 6, 6, 5003, 6, 57),
    CC_IOCTL = CC_NUMBER(16, 54, 54, 54, 54, 5015, 54, 29),
    CC_MUNMAP = CC_NUMBER(11, 91, 91, 91, 91, 5011, 73, 215),
    CC_OPENAT = CC_NUMBER(257, 295, 322, 288, 286, 5247, 284, 56),
    CC_PERF_EVENT_OPEN = CC_NUMBER(298, 336, 364, 331, 319, 5292, 327, 241)
};

/* A call whose result, or negated errno, takes the place of its first argument; clobbers come last. */
#define CC_CALL_BY(instruction, number_in, a_in, b_in, c_in, d_in, e_in, f_in, ...)                 \
    register long number_ __asm__(number_in) = number;                                              \
    register long a_ __asm__(a_in) = a;                                                             \
    register long b_ __asm__(b_in) = b;                                                             \
    register long c_ __asm__(c_in) = c;                                                             \
    register long d_ __asm__(d_in) = d;                                                             \
    register long e_ __asm__(e_in) = e;                                                             \
    register long f_ __asm__(f_in) = f;                                                             \
    __asm__ volatile(instruction                                                                    \
                     : "+r"(a_)                                                                     \
                     : "r"(number_), "r"(b_), "r"(c_), "r"(d_), "r"(e_), "r"(f_)                    \
                     : __VA_ARGS__);                                                                \
    return a_

/* The result, or a negated errno. */
static inline long cc_call(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
    long result = number;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "+a"(result)
                     : "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
#elif defined(__i386__)
    long result = number;
    (void)f;
    __asm__ volatile("int $0x80" : "+a"(result) : "b"(a), "c"(b), "d"(c), "S"(d), "D"(e) : "memory");
    return result;
#elif defined(__arm__)
    CC_CALL_BY("svc 0", "r7", "r0", "r1", "r2", "r3", "r4", "r5", "memory");
#elif defined(__aarch64__)
    CC_CALL_BY("svc 0", "x8", "x0", "x1", "x2", "x3", "x4", "x5", "memory");
#elif defined(__riscv)
    CC_CALL_BY("ecall", "a7", "a0", "a1", "a2", "a3", "a4", "a5", "memory");
#elif defined(__loongarch__)
    CC_CALL_BY("syscall 0", "$a7", "$a0", "$a1", "$a2", "$a3", "$a4", "$a5", "memory", "$t0", "$t1", "$t2", "$t3",
               "$t4", "$t5", "$t6", "$t7", "$t8");
#elif defined(__s390x__)
    CC_CALL_BY("svc 0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "memory");
#elif defined(__powerpc__)
    register long r0 __asm__("r0") = number;
    register long r3 __asm__("r3") = a;
    register long r4 __asm__("r4") = b;
    register long r5 __asm__("r5") = c;
    register long r6 __asm__("r6") = d;
    register long r7 __asm__("r7") = e;
    register long r8 __asm__("r8") = f;
    /* The summary-overflow bit says that r3 is an errno. */
    __asm__ volatile("sc\n\tbns+ 1f\n\tneg %1, %1\n1:"
                     : "+r"(r0), "+r"(r3), "+r"(r4), "+r"(r5), "+r"(r6), "+r"(r7), "+r"(r8)
                     :
                     : "memory", "cr0", "ctr", "r9", "r10", "r11", "r12");
    return r3;
#elif defined(__mips__)
    register long v0 __asm__("$2") = number;
    register long a0 __asm__("$4") = a;
    register long a1 __asm__("$5") = b;
    register long a2 __asm__("$6") = c;
    register long a3 __asm__("$7") = d; /* afterwards: whether v0 is an errno */
    register long a4 __asm__("$8") = e;
    register long a5 __asm__("$9") = f;
    __asm__ volatile("syscall"
                     : "+r"(v0), "+r"(a3)
                     : "r"(a0), "r"(a1), "r"(a2), "r"(a4), "r"(a5)
                     : "memory", "$1", "$3", "$10", "$11", "$12", "$13", "$14", "$15", "$24", "$25", "hi", "lo");
    return a3 ? -v0 : v0;
#elif defined(__sparc__)
    /* The carry bit says that o0 is an errno; the delay slot is annulled where it is not. */
    CC_CALL_BY("t 0x6d\n\tbcs,a %%xcc, 1f\n\tsub %%g0, %%o0, %%o0\n1:", "g1", "o0", "o1", "o2", "o3", "o4", "o5",
               "memory", "cc");
#endif
}

/* Defined if counters are read through mapped pages. */
#if defined(__x86_64__) || defined(__aarch64__) || defined(__riscv)
#define CC_MMAP CC_NUMBER(9, 0, 0, 0, 0, 0, 0, 222)
#endif

#endif
