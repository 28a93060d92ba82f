// SPDX-License-Identifier: Apache-2.0
/*
 * One counter read as the library reads it: COUNTER is the counter's own C file, READ and ORDERED the
 * reads it defines. A static program without a C library, for processors that no packaged Java runs on.
 *
 * Prints "rises by 0xN over 100000 reads", "stands still" or "decreases"; a read that faults ends it by
 * the signal. The system calls' numbers and registers are
 * those of syscall(2).
 */
#include COUNTER

#define READS 100000

#if defined(__powerpc__)
enum { WRITE = 4, EXIT = 1 };
#define NUMBER "r0"
#define FIRST "r3"
#define SECOND "r4"
#define THIRD "r5"
#define CALL "sc"
#define CLOBBERED "memory", "cr0", "ctr", "r6", "r7", "r8", "r9", "r10", "r11", "r12"
#elif defined(__sparc__)
enum { WRITE = 4, EXIT = 1 };
#define NUMBER "g1"
#define FIRST "o0"
#define SECOND "o1"
#define THIRD "o2"
#define CALL "ta 0x6d"
#define CLOBBERED "memory"
#elif defined(__mips__)
enum { WRITE = 5001, EXIT = 5058 };
#define NUMBER "$2"
#define FIRST "$4"
#define SECOND "$5"
#define THIRD "$6"
#define CALL "syscall"
#define CLOBBERED "memory", "$1", "$3", "$7", "$10", "$11", "$12", "$13", "$14", "$15", "$24", "$25"
#elif defined(__arm__)
enum { WRITE = 4, EXIT = 1 };
#define NUMBER "r7"
#define FIRST "r0"
#define SECOND "r1"
#define THIRD "r2"
#define CALL "svc 0"
#define CLOBBERED "memory"
#elif defined(__riscv)
enum { WRITE = 64, EXIT = 93 };
#define NUMBER "a7"
#define FIRST "a0"
#define SECOND "a1"
#define THIRD "a2"
#define CALL "ecall"
#define CLOBBERED "memory"
#elif defined(__loongarch__)
enum { WRITE = 64, EXIT = 93 };
#define NUMBER "$a7"
#define FIRST "$a0"
#define SECOND "$a1"
#define THIRD "$a2"
#define CALL "syscall 0"
#define CLOBBERED "memory", "$t0", "$t1", "$t2", "$t3", "$t4", "$t5", "$t6", "$t7", "$t8"
#endif

static void system_call(long call, long a, long b, long c) {
    register long number __asm__(NUMBER) = call;
    register long first __asm__(FIRST) = a;
    register long second __asm__(SECOND) = b;
    register long third __asm__(THIRD) = c;
    __asm__ volatile(CALL : "+r"(number), "+r"(first), "+r"(second), "+r"(third) : : CLOBBERED);
}

static void print(const char *text) {
    long length = 0;
    while (text[length]) length++;
    system_call(WRITE, 1, (long)(intptr_t)text, length);
}

static void print_hexadecimal(uint64_t number) {
    char digits[19] = "0x";
    int end = 2, shift = 60;
    while (shift > 0 && !(number >> shift & 15)) shift -= 4;
    for (; shift >= 0; shift -= 4) {
        int digit = (int)(number >> shift & 15);
        digits[end++] = (char)(digit < 10 ? '0' + digit : 'a' + digit - 10);
    }
    digits[end] = 0;
    print(digits);
}

static void run(void) {
    int64_t first = READ(), last = first;
    for (int i = 0; i < READS; i++) {
        int64_t now = i % 100 ? READ() : ORDERED();
        if ((int64_t)((uint64_t)now - (uint64_t)last) < 0) {
            print("decreases\n");
            return;
        }
        last = now;
    }
    if (last == first) {
        print("stands still\n");
        return;
    }
    print("rises by ");
    print_hexadecimal((uint64_t)last - (uint64_t)first);
    print(" over 100000 reads\n");
}

__attribute__((noreturn)) void _start(void) {
    run();
    system_call(EXIT, 0, 0, 0);
    for (;;) {
    }
}
