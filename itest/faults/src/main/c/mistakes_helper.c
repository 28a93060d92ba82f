// SPDX-License-Identifier: Apache-2.0
/* The helper of mistakes.c, which is unloaded before its destructor has run. */
#include <cyclecounter.h>

extern void *malloc(size_t size);
extern void free(void *memory);
extern int pthread_key_create(unsigned *key, void (*destructor)(void *));
extern int pthread_setspecific(unsigned key, const void *value);

static void end_line(void *line) { free(line); }

CC_EXPORT void example_helper_start(void) {
    unsigned key;
    pthread_key_create(&key, end_line);
    pthread_setspecific(key, malloc(1000));
}
