// SPDX-License-Identifier: Apache-2.0
/* Counting what a thread executes between cc_begin_steps and cc_end_steps; for one thread at a time. */
#ifndef CYCLECOUNTER_STEPS_H
#define CYCLECOUNTER_STEPS_H

#include "counts.h"

/*
 * Called before each instruction with its struct ucontext in words, on the handler's stack; 0 for nothing. Where
 * blocks run it is not each.
 */
extern void (*cc_on_step)(const uint64_t *context) __attribute__((visibility("hidden")));

/*
 * Called before each instruction or block, before it is counted; if not 0, it is not, and stepping ends. 0 for
 * nothing.
 */
extern int (*cc_on_place)(const uint64_t *context) __attribute__((visibility("hidden")));

/* Forgets what was counted by steps; also from cc_on_place. */
void cc_clear_steps(void) __attribute__((visibility("hidden")));

/* 0, or a negated errno of the call that was refused. */
long cc_begin_steps(void) __attribute__((visibility("hidden")));

/*
 * Takes the end that CC_CLEAR_TRAP_FLAG leaves. 1 if each step up to there arrived, the handler that was there before
 * is back, and the flag is clear.
 */
int cc_end_steps(uint64_t end) __attribute__((visibility("hidden")));

/* The 128 bytes below the stack pointer may be in use (System V ABI, "The Stack Frame"). */
#define CC_CHANGE_FLAGS(change) "lea -128(%%rsp), %%rsp\n\tpushfq\n\t" change ", (%%rsp)\n\tpopfq\n"
#define CC_SET_TRAP_FLAG CC_CHANGE_FLAGS("orq $0x100") "\tlea 128(%%rsp), %%rsp\n\t"
/* The last step is the one behind POPF; its pc is left in operand 0. */
#define CC_CLEAR_TRAP_FLAG \
    CC_CHANGE_FLAGS("andq $-0x101") "771:\tlea 128(%%rsp), %%rsp\n\tlea 771b(%%rip), %0\n\t"

#endif
