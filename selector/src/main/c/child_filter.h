// SPDX-License-Identifier: Apache-2.0
/*
 * A filter of system calls for the native child alone: a leaf that locks or unlocks memory would do that
 * to the program's, since the child shares it. Everything else a leaf calls changes the child only, or
 * is what it promised not to do.
 *
 * The answer is a signal (SECCOMP_RET_TRAP), which the child's handler makes a verdict of: to be killed
 * would dump core, and on Linux before 5.16 end all that share the memory. A filter, not strict mode,
 * which forbids RDTSC. no_new_privs belongs to the task, and ends with it. Where a filter is refused the
 * child goes on without.
 *
 * Sources: seccomp(2), prctl(2), include/uapi/linux/{filter,seccomp,audit}.h, each system-call table.
 */
#ifndef CYCLECOUNTER_CHILD_FILTER_H
#define CYCLECOUNTER_CHILD_FILTER_H

#include <linux_call.h>

#define PRCTL CC_NUMBER(157, 172, 172, 172, 171, 5153, 147, 167)
#define PR_SET_PDEATHSIG 1
#define PR_SET_SECCOMP 22
#define PR_SET_NO_NEW_PRIVS 38
#define SECCOMP_MODE_FILTER 2

struct instruction {
    uint16_t code;
    uint8_t if_true, if_false;
    uint32_t k;
};

#define LOAD(offset) {0x20, 0, 0, offset}             /* BPF_LD | BPF_W | BPF_ABS */
#define TRAP_IF(number, skip) {0x15, skip, 0, number} /* BPF_JMP | BPF_JEQ | BPF_K */
#define ANSWER(k) {0x06, 0, 0, k}                     /* BPF_RET | BPF_K */
#define ALLOW 0x7fff0000
#define TRAP_CALL 0x00030000

static void forbid_locking_memory(void) {
    static const struct instruction program[] = {
#if defined(__x86_64__)
        LOAD(4), {0x15, 1, 0, 0xc000003e}, ANSWER(TRAP_CALL), /* int $0x80 has another table */
#endif
        LOAD(0),
        TRAP_IF(CC_NUMBER(149, 150, 150, 150, 150, 5146, 237, 228), 5),   /* mlock */
        TRAP_IF(CC_NUMBER(150, 151, 151, 151, 151, 5147, 238, 229), 4),   /* munlock */
        TRAP_IF(CC_NUMBER(151, 152, 152, 152, 152, 5148, 239, 230), 3),   /* mlockall */
        TRAP_IF(CC_NUMBER(152, 153, 153, 153, 153, 5149, 240, 231), 2),   /* munlockall */
        TRAP_IF(CC_NUMBER(325, 376, 390, 374, 378, 5319, 356, 284), 1),   /* mlock2 */
        ANSWER(ALLOW), ANSWER(TRAP_CALL)};
    struct {
        uint16_t length;
        const struct instruction *instructions;
    } filter;
    filter.length = sizeof program / sizeof program[0];
    filter.instructions = program;
    cc_call(PRCTL, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0);
    cc_call(PRCTL, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, (long)(intptr_t)&filter, 0, 0, 0);
}

#endif
