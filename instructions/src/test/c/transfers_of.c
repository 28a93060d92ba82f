// SPDX-License-Identifier: Apache-2.0
/*
 * Transfers of control, executed by the processor and carried out. Two traps enclose an instruction: the handler of an
 * INT3 puts registers and flags in place of this thread's, with the trap flag; that of the next trap puts them back.
 */
#include "../../main/c/transfers.c"

#include <linux_call.h>

#include "../../main/c/jvm.h"
#include "../../main/c/signals.h"

#define MMAP 9
#define SA_RESTORER 0x04000000ul
#define SA_ONSTACK 0x08000000ul

enum { CODE_AT = 64, WORDS_AT = 256, STACK_AT = 2048, PAGE = 4096, FIRST = 5, WORDS = CC_CONTEXT_WORDS - FIRST };

static struct cc_sigaction before;
static uint64_t saved[WORDS], executed[CC_CONTEXT_WORDS];
static int is_executing;

static void move(uint64_t *to, const uint64_t *from) {
    for (int i = 0; i < WORDS; i++) to[i] = from[i];
}

static void on_trap(int signal, void *info, uint64_t *context) {
    (void)signal, (void)info;
    is_executing = !is_executing;
    if (is_executing) {
        move(saved, context + FIRST);
        move(context + FIRST, executed + FIRST);
        context[CC_EFLAGS] |= TRAP_FLAG;
    } else {
        move(executed + FIRST, context + FIRST);
        move(context + FIRST, saved);
    }
}

__asm__(".text\n"
        ".type cc_transfer_return, @function\n"
        "cc_transfer_return:\n\tmov $15, %eax\n\tsyscall\n");
extern void cc_transfer_return(void) __attribute__((visibility("hidden")));

static uint8_t *page;
static uint64_t *stack;
static char handler_stack[1 << 16] __attribute__((aligned(64)));

/*
 * Takes code, and the registers in the order of their encoding with the flags. A register below the size of a page is a
 * place in the page of the code, and from EIGHTH on one whose address is divided by 8.
 */
static void prepare(cc_table env, void *code, void *values, uint64_t *context) {
    uint64_t given[17];
    if (!page) {
        long mapped = cc_call(MMAP, 0, PAGE, 7, 0x22, -1, 0); /* RWX; private, anonymous */
        page = (uint8_t *)mapped;
    }
    for (int i = 0; i < PAGE; i++) page[i] = (uint8_t)(i * 7);
    for (uint64_t *word = (uint64_t *)(void *)(page + WORDS_AT); (uint8_t *)word < page + PAGE; word++) {
        *word = (uint64_t)word + 1; /* a target of its own */
    }
    stack = (uint64_t *)(void *)(page + STACK_AT);
    int32_t length = CC_FUNCTION(int32_t, env, JNI_GET_ARRAY_LENGTH, void *)(env, code);
    CC_FUNCTION(void, env, JNI_GET_BYTE_ARRAY_REGION, void *, int32_t, int32_t, void *)(
        env, code, 0, length, page + CODE_AT);
    CC_FUNCTION(void, env, JNI_GET_LONG_ARRAY_REGION, void *, int32_t, int32_t, void *)(env, values, 0, 17, given);
    for (int i = 0; i < 16; i++) {
        uint64_t place = (uint64_t)page + given[i] % PAGE;
        context[cc_registers[i]] = given[i] < PAGE ? place : given[i] >> 20 == 1 ? place / 8 : given[i];
    }
    context[CC_EFLAGS] = given[16];
    context[CC_RIP] = (uint64_t)(page + CODE_AT);
}

/* What cc_transfer_at says, how far the code went, and 1 if carrying it out has the same effect. */
CC_EXPORT void *Java_org_cyclecounter_instructions_stepping_TransfersTest_compared(cc_table env, CC_UNUSED_SELF, void *code,
                                                                       void *values) {
    uint64_t carried_out[CC_CONTEXT_WORDS] = {0};
    prepare(env, code, values, carried_out);
    move(executed + FIRST, carried_out + FIRST);
    struct cc_sigaction trap = {on_trap, SA_SIGINFO | SA_ONSTACK | SA_RESTORER, cc_transfer_return, ~0ul};
    const struct {
        char *base;
        int flags;
        size_t size;
    } own = {handler_stack, 0, sizeof handler_stack};
    uint64_t below = stack[-1], former[3];
    cc_call(SIGALTSTACK, (intptr_t)&own, (intptr_t)former, 0, 0, 0, 0);
    cc_action(SIGTRAP, &trap, &before);
    __asm__ volatile("int3" ::: "memory");
    cc_action(SIGTRAP, &before, 0);
    cc_call(SIGALTSTACK, (intptr_t)former, 0, 0, 0, 0, 0);
    uint64_t pushed = stack[-1];
    stack[-1] = below;

    uint8_t first = page[CODE_AT];
    page[CODE_AT] = 0xcc;
    int64_t kind = cc_transfer_at(page + CODE_AT, first);
    int is_same = kind == CC_CARRIED_OUT && cc_carry_out(carried_out, first) && stack[-1] == pushed;
    for (int i = FIRST; i < CC_EFLAGS; i++) is_same &= executed[i] == carried_out[i];
    const int64_t result[] = {kind, (int64_t)(executed[CC_RIP] - (uint64_t)(page + CODE_AT)), is_same};
    void *array = CC_FUNCTION(void *, env, JNI_NEW_LONG_ARRAY, int32_t)(env, 3);
    if (array) {
        CC_FUNCTION(void, env, JNI_SET_LONG_ARRAY_REGION, void *, int32_t, int32_t, const void *)(
            env, array, 0, 3, result);
    }
    return array;
}

/* The rest is not executed by the processor. */
CC_EXPORT uint8_t Java_org_cyclecounter_instructions_stepping_TransfersTest_isCarriedOut(cc_table env, CC_UNUSED_SELF,
                                                                              void *code, void *values) {
    uint64_t context[CC_CONTEXT_WORDS] = {0};
    prepare(env, code, values, context);
    return cc_carry_out(context, page[CODE_AT]) != 0;
}

CC_EXPORT int32_t Java_org_cyclecounter_instructions_stepping_TransfersTest_kind(cc_table env, CC_UNUSED_SELF, void *code) {
    uint8_t bytes[32] = {0};
    int32_t length = CC_FUNCTION(int32_t, env, JNI_GET_ARRAY_LENGTH, void *)(env, code);
    CC_FUNCTION(void, env, JNI_GET_BYTE_ARRAY_REGION, void *, int32_t, int32_t, void *)(env, code, 0, length, bytes);
    return cc_transfer_at(bytes, bytes[0]);
}
