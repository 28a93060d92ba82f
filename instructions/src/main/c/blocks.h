// SPDX-License-Identifier: Apache-2.0
/* Blocks of HotSpot's code, which are stepped once and then run at full speed. */
#ifndef CYCLECOUNTER_BLOCKS_H
#define CYCLECOUNTER_BLOCKS_H

#include "transfers.h"

/* 0: each instruction is stepped. */
extern int cc_are_blocks_wanted __attribute__((visibility("hidden")));

/* Behind cc_begin_steps, also on a handler's stack: lets blocks run, if they are wanted. */
void cc_blocks_begin(void) __attribute__((visibility("hidden")));

/*
 * Takes the context of the thread that is counted, before its next instruction. CC_PASSED: a block runs, without the
 * trap flag, and is counted at its end. Else the instruction is to be counted: CC_STEPPED, it is executed by
 * itself; CC_CARRIED_OUT, it has been executed.
 */
int cc_blocks_step(uint64_t *context) __attribute__((visibility("hidden")));

/*
 * Takes a context behind an INT3. CC_CARRIED_OUT: a counted block has ended, and the next instruction follows;
 * CC_STEPPED: the context is to be executed; CC_UNKNOWN: another's INT3.
 */
enum { CC_UNKNOWN = -1 };
int cc_blocks_trap(uint64_t *context, int is_counted) __attribute__((visibility("hidden")));

/*
 * Behind cc_begin_steps, without the trap flag: sets it when the counted thread comes by this transfer of HotSpot's code
 * into a range; 0 if that is not possible. Takes 0 to end that.
 */
int cc_blocks_await(uint64_t transfer, uint64_t begin, uint64_t size) __attribute__((visibility("hidden")));

/* Called when a count is disturbed, on the handler's stack; 0 for nothing. */
extern void (*cc_on_disturbed)(void) __attribute__((visibility("hidden")));

/* Puts back each INT3 and counts the blocks, and those to come are stepped. */
void cc_blocks_end(void) __attribute__((visibility("hidden")));

/* 1 if there has been an INT3 in this process: a thread may be about to execute it. */
extern int cc_were_blocks_there __attribute__((visibility("hidden")));

#endif
