// SPDX-License-Identifier: Apache-2.0
/* The places that a counted thread executed; one thread at a time. */
#ifndef CYCLECOUNTER_COUNTS_H
#define CYCLECOUNTER_COUNTS_H

#include <linux_call.h>

enum { GETTID = 186 };

/* A place in the code, and how often the instruction there was executed. */
struct cc_place {
    uint64_t pc, count;
};

/* Open addressing; a power of two. A run that fills three quarters has its further places counted as pc 1. */
#define CC_PLACES (1u << 18)
#define CC_FURTHER 1u

struct cc_steps {
    uint64_t instructions;
    uint64_t cost; /* of its traps, in those of INT3s */
    uint64_t last; /* the pc of the last step, or block */
    uint32_t used;
    int32_t is_lost;      /* not all steps arrived: hazard 6 of steps.c */
    int32_t is_disturbed; /* a block was not executed to its end: blocks.c */
    int32_t is_complete;  /* as cc_end_steps has said */
    struct cc_place places[CC_PLACES];
    uint32_t slots[CC_PLACES / 4 * 3 + 1]; /* of the places that are used */
};

extern struct cc_steps cc_steps __attribute__((visibility("hidden")));

/* The thread that is counted; 0 for none. */
extern long cc_counted_thread __attribute__((visibility("hidden")));

/* Counts an instruction. */
void cc_count(uint64_t pc, uint64_t times) __attribute__((visibility("hidden")));

/* A call's number of instructions, and its places in cc_kept_places. */
struct cc_kept_call {
    uint64_t instructions;
    uint32_t first, length; /* 0 if none is kept */
};

enum { CC_KEPT = 16, CC_KEPT_PLACES = 1 << 17 };
extern struct cc_kept_call cc_kept[CC_KEPT] __attribute__((visibility("hidden")));
extern struct cc_place cc_kept_places[CC_KEPT_PLACES] __attribute__((visibility("hidden")));

/* Keeps the places of the last call, unless those of one with as many instructions are kept, or there is no room. */
void cc_keep_call(void) __attribute__((visibility("hidden")));

/* 1 on the thread that is counted, until its end. */
int cc_is_counted(void) __attribute__((visibility("hidden")));

#endif
