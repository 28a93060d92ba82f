// SPDX-License-Identifier: Apache-2.0
/* The transfers of control of x86-64 machine code, and their execution in a signal's context. */
#ifndef CYCLECOUNTER_TRANSFERS_H
#define CYCLECOUNTER_TRANSFERS_H

#include <cyclecounter.h>

/* What an instruction is to a block: one of its middle, its end, or one that must not run at full speed. */
enum { CC_PASSED, CC_CARRIED_OUT, CC_STEPPED };

/* Takes the instruction's first byte, in whose place there may be an INT3. */
int cc_transfer_at(const uint8_t *code, uint8_t first) __attribute__((visibility("hidden")));

/*
 * Changes a struct ucontext in words as the transfer at its instruction pointer would, which cc_transfer_at calls
 * CC_CARRIED_OUT. 0, without a change, if its target is read below 1 MB, which faults.
 */
int cc_carry_out(uint64_t *context, uint8_t first) __attribute__((visibility("hidden")));

#endif
