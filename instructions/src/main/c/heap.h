// SPDX-License-Identifier: Apache-2.0
/* A thread's buffer of HotSpot's heap, in which compiled code allocates without calling HotSpot. */
#ifndef CYCLECOUNTER_HEAP_H
#define CYCLECOUNTER_HEAP_H

#include <cyclecounter.h>

/* HotSpot's table of its own fields, for debuggers (vmStructs.hpp in the JDK). */
struct cc_vm_field {
    const char *type, *name, *type_of_field;
    int32_t is_static;
    uint64_t offset;
    const uint64_t *address;
};

/* Null if it is not there. */
const struct cc_vm_field *cc_vm_field(const char *type, const char *name) __attribute__((visibility("hidden")));

/* Takes the JavaThread before a counted call. */
void cc_heap_begin(uint64_t thread) __attribute__((visibility("hidden")));

/*
 * 1 if HotSpot itself has allocated for the thread since then, because its buffer was full or the object too large: which
 * call that is differs from JVM to JVM.
 */
int cc_heap_was_left(void) __attribute__((visibility("hidden")));

/* The place in its page at which the next allocation of that thread begins; ~0 if unknown. */
uint64_t cc_heap_place(void) __attribute__((visibility("hidden")));

/*
 * Makes the next allocation of that thread begin at such a place: puts an array before it, whose header is that of an
 * empty byte[]. Fills the buffer if it has no more room, so that the next allocation leaves it.
 */
void cc_heap_align(uint64_t place, const uint64_t header[2]) __attribute__((visibility("hidden")));

#endif
