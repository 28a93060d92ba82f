// SPDX-License-Identifier: Apache-2.0
/*
 * Counts blocks in place of single instructions: from where the code is entered to the first transfer that is
 * conditional, indirect or a return. A block is stepped once, which finds its instructions; then an INT3 takes the
 * place of that transfer. The next time it runs without the trap flag, the INT3's handler counts it and carries the
 * transfer out. Behind a run all are put back, and the next run compares the blocks and uses them again. Only in HotSpot's
 * code, which is writable; libraries are stepped, because a thread that has blocked SIGTRAP, as the C
 * library does while it starts one, ends the process at an INT3. Run on hardware in VMs. Hazards:
 *
 * 1. HotSpot changes its code: the target of a call, the entry of a method. The first bytes of a block's instructions
 *    and its direct targets, as they were while it was stepped, are compared before it runs and behind it. What has
 *    changed meanwhile, or has led to another INT3, disturbs the count.
 * 2. Other threads execute an INT3, too, also one that is put back meanwhile: carried out, or executed anew.
 * 3. HotSpot reads its code: the CALL before a return address, and jumps that it has made itself. These are direct.
 * 4. A call or jump by a pointer near 0 is a null check: its byte is put back, and it is stepped.
 */
#include "blocks.h"

#include "counts.h"
#include "heap.h"
#include "operands.h"
#include "signals.h"

enum { BLOCKS = 1 << 16, PATCHES = 1 << 16, PLACES = 1 << 20, LONGEST = 1 << 12 };
enum { INT3 = 0xcc, MPROTECT = 10, PAGE = 4096, READ_WRITE_EXECUTE = 7 };

int cc_are_blocks_wanted, cc_were_blocks_there;
void (*cc_on_disturbed)(void);

struct block {
    uint64_t start, end, runs;
    uint32_t first, length; /* in places */
    uint32_t code;          /* a sum of it */
};

struct patch {
    uint64_t address;
    uint8_t byte; /* which was there */
};

/* Open addressing, at most three quarters full. */
static struct block blocks[BLOCKS];
static struct patch patches[PATCHES];
static uint32_t blocks_used, patches_used;
static uint32_t block_slots[BLOCKS / 4 * 3], patch_slots[PATCHES / 4 * 3]; /* of those that are used */
static uint64_t places[PLACES];
static uint32_t places_used;

static uint64_t low, high; /* of HotSpot's code */
static int is_on;
static struct block *running;

/* Of the block that is being stepped, whose places are behind those that are used. */
static uint32_t recorded, recorded_code; /* instructions; a sum of them, each as it was when it was executed */

/* Which the thread passes at full speed until it leads into the range. */
static struct {
    uint64_t transfer, begin, size;
} gate;

/* All of HotSpot's code is in one reservation. */
static void find_code(void) {
    const struct cc_vm_field *of_low = cc_vm_field("CodeCache", "_low_bound");
    const struct cc_vm_field *of_high = cc_vm_field("CodeCache", "_high_bound");
    if (of_low && of_high) {
        low = *of_low->address;
        high = *of_high->address;
    }
}

static uint32_t hash(uint64_t address) { return (uint32_t)(address * 0x9e3779b97f4a7c15u >> 48); }

/* The one that begins there, or a free one. */
static struct block *block_at(uint64_t start) {
    uint32_t i = hash(start);
    while (blocks[i].start && blocks[i].start != start) i = (i + 1) % BLOCKS;
    return &blocks[i];
}

static struct patch *patch_at(uint64_t address) {
    uint32_t i = hash(address);
    while (patches[i].address && patches[i].address != address) i = (i + 1) % PATCHES;
    return &patches[i];
}

static uint8_t byte_at(uint64_t address) {
    uint8_t byte = *(const uint8_t *)address;
    const struct patch *patch = byte == INT3 ? patch_at(address) : 0;
    return patch && patch->address ? patch->byte : byte;
}

static void put(uint64_t address, uint8_t byte) { __atomic_store_n((uint8_t *)address, byte, __ATOMIC_SEQ_CST); }

/* HotSpot's own change has precedence. */
static void put_back(uint64_t address, uint8_t byte) {
    if (*(const uint8_t *)address == INT3) put(address, byte);
}

static int can_patch(uint64_t address) {
    if (*(const uint8_t *)address == INT3) return 1;
    struct patch *patch = patch_at(address);
    if (!patch->address && patches_used == PATCHES / 4 * 3) return 0;
    if (cc_call(MPROTECT, (long)(address & -(uint64_t)PAGE), PAGE, READ_WRITE_EXECUTE, 0, 0, 0) != 0) return 0;
    if (!patch->address) patch_slots[patches_used++] = (uint32_t)(patch - patches);
    patch->byte = *(const uint8_t *)address;
    __atomic_store_n(&patch->address, address, __ATOMIC_RELEASE);
    put(address, INT3);
    cc_were_blocks_there = 1;
    return 1;
}

/* Hazard 1. */
static uint32_t add_code(uint32_t sum, uint64_t pc) {
    const uint8_t *code = (const uint8_t *)pc;
    uint32_t word = *code;
    if (*code == 0xe8 || *code == 0xe9) word += (uint32_t)*(const cc_unaligned_int *)(code + 1);
    if (*code == 0xeb) word += (uint32_t)code[1] << 8;
    return (sum ^ word) * 0x9e3779b1u;
}

static int is_unchanged(const struct block *block) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < block->length - 1; i++) sum = add_code(sum, places[block->first + i]);
    return *(const uint8_t *)block->end == INT3 && block->code == sum;
}

/* Of a run before, whose INT3s are put back. */
static int is_ready(const struct block *block) {
    uint8_t byte = *(const uint8_t *)block->end, before = patch_at(block->end)->byte;
    if (byte == before) put(block->end, INT3);
    if (is_unchanged(block)) return 1;
    if (byte == before) put_back(block->end, byte);
    return 0;
}

static void count_block(struct block *block) {
    for (uint32_t i = 0; block->runs && i < block->length; i++) cc_count(places[block->first + i], block->runs);
    block->runs = 0;
}

/* The block that is being stepped ends with the last instruction that was recorded. */
static void close_block(void) {
    const uint64_t *pcs = places + places_used;
    uint32_t length = recorded;
    struct block *block = block_at(pcs[0]);
    recorded = 0;
    if (length == 1 || (!block->start && blocks_used == BLOCKS / 4 * 3) || !can_patch(pcs[length - 1])) return;
    if (!block->start) block_slots[blocks_used++] = (uint32_t)(block - blocks);
    count_block(block);
    *block = (struct block){pcs[0], pcs[length - 1], 0, places_used, length, recorded_code};
    places_used += length;
}

static void disturb(void) {
    cc_steps.is_disturbed = 1;
    running = 0;
    cc_blocks_end();
    if (cc_on_disturbed) cc_on_disturbed();
}

/* The counted thread goes on elsewhere, by a signal's handler, when it was at this place. */
static void leave(uint64_t *context, uint64_t pc) {
    recorded = 0;
    if (!running) return;
    const uint64_t *pcs = places + running->first;
    uint32_t length = running->length, i = 0;
    while (i < length && pcs[i] != pc) i++;
    running = 0;
    if (i == length) {
        disturb();
        return;
    }
    for (uint32_t k = 0; k <= i; k++) cc_count(pcs[k], 1);
    context[CC_EFLAGS] |= TRAP_FLAG;
}

void cc_blocks_begin(void) {
    if (blocks_used > BLOCKS / 2 || patches_used > PATCHES / 2 || places_used > PLACES / 2) {
        for (uint32_t i = 0; i < blocks_used; i++) blocks[block_slots[i]].start = 0;
        for (uint32_t i = 0; i < patches_used; i++) patches[patch_slots[i]].address = 0;
        blocks_used = patches_used = places_used = 0;
    }
    recorded = 0;
    running = 0;
    if (cc_are_blocks_wanted && high == 0) find_code();
    is_on = cc_are_blocks_wanted && low < high;
    if (is_on) cc_wrap_signals(leave);
}

int cc_blocks_await(uint64_t transfer, uint64_t begin, uint64_t size) {
    if (gate.transfer) put_back(gate.transfer, patch_at(gate.transfer)->byte);
    gate.transfer = transfer && cc_are_blocks_wanted && can_patch(transfer) ? transfer : 0;
    gate.begin = begin;
    gate.size = size;
    return gate.transfer != 0;
}

void cc_blocks_end(void) {
    if (!is_on) return;
    is_on = 0;
    cc_steps.is_disturbed |= running != 0; /* it has left the block without a trap */
    for (uint32_t i = 0; i < patches_used; i++) {
        const struct patch *patch = &patches[patch_slots[i]];
        if (patch->address) put_back(patch->address, patch->byte);
    }
    for (uint32_t i = 0; i < blocks_used; i++) count_block(&blocks[block_slots[i]]);
    cc_unwrap_signals();
}

int cc_blocks_step(uint64_t *context) {
    uint64_t pc = context[CC_RIP];
    if (!is_on) return CC_STEPPED;
    if (running) { /* a trap by the flag */
        disturb();
        return CC_STEPPED;
    }
    if (pc - low >= high - low) {
        recorded = 0;
        return CC_STEPPED;
    }
    struct block *block = recorded ? 0 : block_at(pc);
    if (block && block->start && is_ready(block)) {
        running = block;
        context[CC_EFLAGS] &= ~(uint64_t)TRAP_FLAG;
        return CC_PASSED;
    }
    uint8_t first = byte_at(pc);
    int kind = cc_transfer_at((const uint8_t *)pc, first);
    if (kind == CC_STEPPED || recorded == LONGEST || places_used + recorded == PLACES) {
        recorded = 0;
    } else {
        if (recorded == 0) recorded_code = 0;
        if (kind == CC_PASSED) recorded_code = add_code(recorded_code, pc);
        places[places_used + recorded++] = pc;
    }
    if (kind != CC_CARRIED_OUT) return CC_STEPPED;
    if (recorded) close_block();
    if (cc_carry_out(context, first)) return CC_CARRIED_OUT;
    put_back(pc, first); /* hazard 4 */
    return CC_STEPPED;
}

int cc_blocks_trap(uint64_t *context, int is_counted) {
    uint64_t pc = context[CC_RIP] - 1;
    const struct patch *patch = patch_at(pc);
    int is_known = patch->address == pc, ends_block = is_counted && cc_running_handlers == 0;
    uint8_t first = patch->byte; /* now: the table may be another run's when the thread is back */
    int is_gone = __atomic_load_n((const uint8_t *)pc, __ATOMIC_SEQ_CST) != INT3;
    if (!is_gone && !is_known) return CC_UNKNOWN;
    context[CC_RIP] = pc;
    if (is_gone) return CC_STEPPED; /* hazard 2 */
    if (is_counted && pc == gate.transfer) {
        if (!cc_carry_out(context, first)) put_back(pc, first); /* hazard 4 */
        if (context[CC_RIP] - gate.begin >= gate.size) return CC_STEPPED;
        cc_blocks_await(0, 0, 0);
        return CC_CARRIED_OUT;
    }
    if (ends_block) {
        if (!running || running->end != pc || !is_unchanged(running)) {
            disturb();
            return CC_STEPPED;
        }
        running->runs++;
        running = 0;
    }
    if (cc_carry_out(context, first)) return ends_block ? CC_CARRIED_OUT : CC_STEPPED;
    put_back(pc, first); /* hazard 4 */
    if (ends_block) context[CC_EFLAGS] |= TRAP_FLAG;
    return CC_STEPPED;
}
