// SPDX-License-Identifier: Apache-2.0
/*
 * To be preloaded into a program: a thread that waits for whatever child ends, as a supervisor of processes does.
 * Nobody else in the program can rely on waiting for a child then. Source: wait(2), __WALL.
 */
#include <cyclecounter.h>

#define WALL 0x40000000

extern int pthread_create(void *thread, const void *attributes, void *(*run)(void *), void *argument);
extern int waitpid(int pid, int *status, int options);
extern int sched_yield(void);

static void *wait_for_all(void *unused) {
    for (;;) {
        int status;
        if (waitpid(-1, &status, WALL) < 0) sched_yield(); /* no sleep: some children live for 0.1 ms */
    }
    return unused;
}

__attribute__((constructor)) static void start(void) {
    unsigned long thread; /* pthread_t of glibc and musl */
    pthread_create(&thread, 0, wait_for_all, 0);
}
