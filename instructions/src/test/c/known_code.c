// SPDX-License-Identifier: Apache-2.0
/* Code whose instructions are known: those of a call with more rounds, minus those of one with fewer. */
#include <cyclecounter.h>

#define GETPID 39

/* Two instructions a round. */
CC_EXPORT void Java_org_cyclecounter_instructions_KnownCode_loop(CC_UNUSED_ENV, int64_t rounds) {
    __asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(rounds) : : "cc");
}

/* Two string instructions, each counted once however often it repeats, and their frame. */
CC_EXPORT void Java_org_cyclecounter_instructions_KnownCode_string(CC_UNUSED_ENV, int64_t rounds) {
    static char bytes[4096];
    char *to = bytes;
    int64_t left = rounds;
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(left) : "a"(0) : "memory");
    to = bytes;
    __asm__ volatile("rep stosw" : "+D"(to), "+c"(rounds) : "a"(0) : "memory"); /* with a prefix of 16 bits */
}

/* Four instructions a round, one of them a system call. */
CC_EXPORT void Java_org_cyclecounter_instructions_KnownCode_calls(CC_UNUSED_ENV, int64_t rounds) {
    uint64_t result;
    __asm__ volatile("1: mov %2, %%eax\n\tsyscall\n\tdec %1\n\tjnz 1b"
                     : "=&a"(result), "+r"(rounds)
                     : "i"(GETPID)
                     : "rcx", "r11", "cc", "memory");
}
