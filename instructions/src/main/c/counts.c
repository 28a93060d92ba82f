// SPDX-License-Identifier: Apache-2.0
#include "counts.h"

struct cc_steps cc_steps;
long cc_counted_thread;

static struct cc_place *place_of(uint64_t pc) {
    uint64_t i = pc * 0x9e3779b97f4a7c15u >> 46;
    while (cc_steps.places[i].pc && cc_steps.places[i].pc != pc) i = (i + 1) % CC_PLACES;
    return &cc_steps.places[i];
}

void cc_count(uint64_t pc, uint64_t times) {
    int is_full = cc_steps.used >= CC_PLACES / 4 * 3;
    struct cc_place *place = place_of(pc);
    if (!place->pc && is_full) place = place_of(pc = CC_FURTHER);
    if (!place->pc) cc_steps.slots[cc_steps.used++] = (uint32_t)(place - cc_steps.places);
    place->pc = pc;
    place->count += times;
    cc_steps.instructions += times;
}

struct cc_kept_call cc_kept[CC_KEPT];
struct cc_place cc_kept_places[CC_KEPT_PLACES];

void cc_keep_call(void) {
    uint32_t i = 0, first = 0;
    for (; i < CC_KEPT && cc_kept[i].length; i++) {
        if (cc_kept[i].instructions == cc_steps.instructions) return;
        first = cc_kept[i].first + cc_kept[i].length;
    }
    if (i == CC_KEPT || cc_steps.used > CC_KEPT_PLACES - first) return;
    cc_kept[i] = (struct cc_kept_call){cc_steps.instructions, first, cc_steps.used};
    for (uint32_t k = 0; k < cc_steps.used; k++) cc_kept_places[first + k] = cc_steps.places[cc_steps.slots[k]];
}

int cc_is_counted(void) { return cc_call(GETTID, 0, 0, 0, 0, 0, 0) == cc_counted_thread; }
