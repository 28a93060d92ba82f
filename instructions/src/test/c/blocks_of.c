// SPDX-License-Identifier: Apache-2.0
/* Blocks of code of its own, in place of HotSpot's. */
#include "../../main/c/counts.c"
#include "../../main/c/steps.c"

#include "../../main/c/blocks.c"
#include "../../main/c/heap.c"
#include "../../main/c/jvm.h"
#include "../../main/c/signals.c"

/* Functions of a number of rounds, in pages of their own. */
__asm__(".text\n"
        ".balign 4096\n"
        "cc_blocks_code:\n"

        /* conditional jumps, a direct call and jump, an indirect one, a string instruction */
        "cc_blocks_plain:\n"
        "\tpush %rbx\n\tmov %rdi, %rbx\n\txor %eax, %eax\n"
        "1:\tadd %rbx, %rax\n\ttest $3, %al\n\tjz 2f\n\tadd $5, %rax\n"
        "2:\tcall 3f\n\tjmp 4f\n"
        "3:\tadd $7, %rax\n\ttest $1, %bl\n\tjnz 5f\n\tret\n"
        "5:\tpush %rax\n\tlea cc_blocks_bytes(%rip), %rdi\n\tmov $40, %ecx\n\trep stosb\n\tpop %rax\n\tret\n"
        "4:\tlea 6f(%rip), %rdx\n\tjmp *%rdx\n\tud2\n"
        "6:\tdec %rbx\n\tjnz 1b\n\tpop %rbx\n\tret\n"

        /* an earlier block changes the target of a jump in each third round */
        "cc_blocks_changing:\n"
        "\txor %eax, %eax\n\tmov $3, %ecx\n"
        "1:\tdec %ecx\n\tjnz 2f\n\tmov $3, %ecx\n\txorb $3, 3f+1(%rip)\n\tjmp 2f\n"
        "2:\ttest %eax, %eax\n\tjs 4f\n"
        "3:\t.byte 0xeb, 0\n" /* then 3 */
        "4:\tadd $1, %eax\n\tadd $1, %eax\n\tdec %rdi\n\tjnz 1b\n\tret\n"

        /* the block itself changes it from the 20th round before the last one on */
        "cc_blocks_disturbing:\n"
        "\txor %eax, %eax\n"
        "1:\tadd $1, %eax\n\tcmp $20, %edi\n\tsetle %cl\n\tneg %cl\n\tand $3f - 2f, %cl\n"
        "\tmov %cl, 2f-1(%rip)\n\t.byte 0xeb, 0\n"
        "2:\tdec %rdi\n\tjnz 1b\n\tjmp 4f\n"
        "3:\tadd $9, %eax\n\tdec %rdi\n\tjnz 1b\n"
        "4:\tmovb $0, 2b-1(%rip)\n\tret\n"

        /* a block changes its jump behind that, while it is stepped */
        "cc_blocks_late:\n"
        "\txor %eax, %eax\n"
        "1:\tadd $1, %eax\n\t.byte 0xeb, 0\n"
        "2:\tadd $1, %eax\n"
        "3:\tcmp $49, %edi\n\tsetle %cl\n\tneg %cl\n\tand $3b - 2b, %cl\n"
        "\tmov %cl, 2b-1(%rip)\n\tdec %rdi\n\tjnz 1b\n"
        "\tmovb $0, 2b-1(%rip)\n\tret\n"
        ".balign 4096\n"
        "cc_blocks_end_of_code:\n"
        ".local cc_blocks_bytes\n.comm cc_blocks_bytes, 64, 8\n");

typedef uint64_t function(uint64_t rounds);
extern uint8_t cc_blocks_code[], cc_blocks_end_of_code[];
extern function cc_blocks_plain, cc_blocks_changing, cc_blocks_disturbing, cc_blocks_late;

static function *const functions[] = {cc_blocks_plain, cc_blocks_changing, cc_blocks_disturbing, cc_blocks_late};

/* How tables are when a run begins. */
enum { EMPTY, BLOCKS_FULL, PATCHES_FULL, PLACES_FULL, ALMOST_FULL, COUNTS_ALMOST_FULL };

CC_EXPORT int64_t Java_org_cyclecounter_instructions_stepping_BlocksTest_execute(CC_UNUSED_ENV, int32_t which, int64_t rounds) {
    return (int64_t)functions[which]((uint64_t)rounds);
}

/*
 * Executes and counts; returns the function's result, the instructions, 1 if complete, 1 if disturbed, how many blocks
 * there were, how many bytes of the code are another behind the run, and the instructions at further places.
 */
CC_EXPORT void *Java_org_cyclecounter_instructions_stepping_BlocksTest_counted(cc_table env, CC_UNUSED_SELF, int32_t which,
                                                                   int64_t rounds, uint8_t by_blocks, int32_t tables) {
    static uint8_t before[8192];
    uint64_t size = (uint64_t)(cc_blocks_end_of_code - cc_blocks_code), end, different = 0;
    cc_call(MPROTECT, (intptr_t)cc_blocks_code, (long)size, READ_WRITE_EXECUTE, 0, 0, 0);
    for (uint64_t i = 0; i < size; i++) before[i] = cc_blocks_code[i];
    low = (uint64_t)cc_blocks_code;
    high = (uint64_t)cc_blocks_end_of_code;
    cc_are_blocks_wanted = by_blocks;
    places_used = PLACES; /* forgets the run before */
    if (cc_begin_steps() != 0) return 0;
    cc_blocks_begin();
    if (tables == BLOCKS_FULL) blocks_used = BLOCKS / 4 * 3;
    if (tables == PATCHES_FULL) patches_used = PATCHES / 4 * 3;
    if (tables == PLACES_FULL) places_used = PLACES;
    if (tables == ALMOST_FULL) places_used = PLACES - 8;
    if (tables == COUNTS_ALMOST_FULL) cc_steps.used = CC_PLACES / 4 * 3 - 30;
    __asm__ volatile(CC_SET_TRAP_FLAG ::: "cc", "memory");
    uint64_t result = functions[which]((uint64_t)rounds);
    __asm__ volatile(CC_CLEAR_TRAP_FLAG : "=r"(end) : : "cc", "memory");
    cc_blocks_end();
    int is_disturbed = cc_steps.is_disturbed; /* as benchmark.c knows it, which has no end */
    int is_complete = cc_end_steps(end);
    for (uint64_t i = 0; i < size; i++) different += before[i] != cc_blocks_code[i];
    const int64_t numbers[] = {(int64_t)result, (int64_t)cc_steps.instructions, is_complete, is_disturbed,
                               blocks_used, (int64_t)different, (int64_t)place_of(CC_FURTHER)->count};
    void *array = CC_FUNCTION(void *, env, JNI_NEW_LONG_ARRAY, int32_t)(env, 7);
    if (array) {
        CC_FUNCTION(void, env, JNI_SET_LONG_ARRAY_REGION, void *, int32_t, int32_t, const void *)(
            env, array, 0, 7, numbers);
    }
    return array;
}
