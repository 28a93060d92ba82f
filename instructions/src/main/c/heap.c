// SPDX-License-Identifier: Apache-2.0
/*
 * Hazards: a full collection goes through the heap from object to object, so that what is left out has to be one; and
 * its header has a 32-bit class pointer and then the length only unless options say otherwise: then nothing is aligned.
 */
#include "heap.h"

enum { ALIGNMENT = 4096, HEADER = 16, ROOM = ALIGNMENT };

extern const struct cc_vm_field *gHotSpotVMStructs __attribute__((weak)); /* another JVM has none */
extern int strcmp(const char *a, const char *b);                          /* the C library's, found in the process */

static const uint64_t *allocated, *limit; /* of the thread */
static uint64_t *top, allocated_before;

const struct cc_vm_field *cc_vm_field(const char *type, const char *name) {
    const struct cc_vm_field *field = &gHotSpotVMStructs ? gHotSpotVMStructs : 0;
    while (field && field->type && (strcmp(field->type, type) != 0 || strcmp(field->name, name) != 0)) field++;
    return field && field->type ? field : 0;
}

void cc_heap_begin(uint64_t thread) {
    static const struct cc_vm_field *tlab, *of_top, *of_end, *of_allocated;
    static const char buffer[] = "ThreadLocalAllocBuffer";
    if (!tlab) {
        of_top = cc_vm_field(buffer, "_top");
        of_end = cc_vm_field(buffer, "_end");
        of_allocated = cc_vm_field("Thread", "_allocated_bytes");
        tlab = of_top && of_end && of_allocated ? cc_vm_field("Thread", "_tlab") : 0;
        if (!tlab) return;
    }
    top = (uint64_t *)(thread + tlab->offset + of_top->offset);
    limit = (const uint64_t *)(thread + tlab->offset + of_end->offset);
    allocated = (const uint64_t *)(thread + of_allocated->offset);
    allocated_before = *allocated;
}

int cc_heap_was_left(void) { return allocated && *allocated != allocated_before; }

uint64_t cc_heap_place(void) { return top ? *top % ALIGNMENT : ~0ul; }

void cc_heap_align(uint64_t place, const uint64_t header[2]) {
    if (!top || place >= ALIGNMENT || !header[1] || header[1] >> 32) return;
    uint64_t gap = (place - *top) % ALIGNMENT;
    if (gap > 0 && gap < HEADER) gap += ALIGNMENT;
    if (*top + gap + ROOM > *limit) gap = *limit - *top;
    if (gap < HEADER) return;
    uint64_t *array = (uint64_t *)*top;
    array[0] = header[0];
    array[1] = header[1] | (gap - HEADER) << 32;
    *top += gap;
}
