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
#define WRITE 4
#define EXIT 1
static long system_call(long number, long a, long b, long c) {
    register long r0 __asm__("r0") = number;
    register long r3 __asm__("r3") = a;
    register long r4 __asm__("r4") = b;
    register long r5 __asm__("r5") = c;
    __asm__ volatile("sc" : "+r"(r0), "+r"(r3), "+r"(r4), "+r"(r5) : : "memory", "cr0", "ctr", "r6", "r7", "r8", "r9", "r10", "r11", "r12");
    return r3;
}
#elif defined(__sparc__)
#define WRITE 4
#define EXIT 1
static long system_call(long number, long a, long b, long c) {
    register long g1 __asm__("g1") = number;
    register long o0 __asm__("o0") = a;
    register long o1 __asm__("o1") = b;
    register long o2 __asm__("o2") = c;
    __asm__ volatile("ta 0x6d" : "+r"(g1), "+r"(o0) : "r"(o1), "r"(o2) : "memory");
    return o0;
}
#elif defined(__mips__)
#define WRITE 5001
#define EXIT 5058
static long system_call(long number, long a, long b, long c) {
    register long v0 __asm__("$2") = number;
    register long a0 __asm__("$4") = a;
    register long a1 __asm__("$5") = b;
    register long a2 __asm__("$6") = c;
    register long a3 __asm__("$7");
    __asm__ volatile("syscall" : "+r"(v0), "=r"(a3) : "r"(a0), "r"(a1), "r"(a2) : "memory", "$1", "$3", "$10", "$11", "$12", "$13", "$14", "$15", "$24", "$25");
    return v0;
}
#elif defined(__arm__)
#define WRITE 4
#define EXIT 1
static long system_call(long number, long a, long b, long c) {
    register long r7 __asm__("r7") = number;
    register long r0 __asm__("r0") = a;
    register long r1 __asm__("r1") = b;
    register long r2 __asm__("r2") = c;
    __asm__ volatile("svc 0" : "+r"(r0) : "r"(r7), "r"(r1), "r"(r2) : "memory");
    return r0;
}
#elif defined(__riscv) || defined(__loongarch__)
#define WRITE 64
#define EXIT 93
#if defined(__riscv)
#define IN(register) __asm__(register)
#define CALL "ecall"
#else
#define IN(register) __asm__("$" register)
#define CALL "syscall 0"
#endif
static long system_call(long number, long a, long b, long c) {
    register long a7 IN("a7") = number;
    register long a0 IN("a0") = a;
    register long a1 IN("a1") = b;
    register long a2 IN("a2") = c;
    __asm__ volatile(CALL : "+r"(a0) : "r"(a7), "r"(a1), "r"(a2) : "memory");
    return a0;
}
#endif

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
