// SPDX-License-Identifier: Apache-2.0
/*
 * Linux: a thread that ends calls a key's destructor, and a signal calls its handler, even when the class loader of
 * their library has been unloaded. So both are functions of the first copy of the library in this process, which
 * stays mapped. Its keepers, cc_thread_keeper_1 (thread_events.h) and cc_fault_keeper_1 (fault_guard.h), know the
 * copies of other class loaders; each takes itself off them before it is unmapped. glibc unmaps a library when its
 * class loader is gone, musl never.
 *
 * A process may contain copies of different builds: a change of a keeper, or of its data, changes its name.
 */
#ifndef CYCLECOUNTER_FIRST_COPY_H
#define CYCLECOUNTER_FIRST_COPY_H

#include <cyclecounter.h>

/* dlopen(3), dladdr(3). The flags are alike in glibc and musl but on MIPS: there they are glibc's. */
struct cc_dl_info {
    const char *file;
    void *base;
    const char *symbol;
    void *address;
};
extern int dladdr(const void *address, struct cc_dl_info *info);
extern void *dlopen(const char *file, int mode);
extern int pthread_mutex_lock(void *mutex);
extern int pthread_mutex_unlock(void *mutex);

#if defined(__mips__)
#define CC_STAY (0x1000 | 8 | 1) /* RTLD_NODELETE, RTLD_NOLOAD, RTLD_LAZY */
#else
#define CC_STAY (0x1000 | 4 | 1)
#endif

/* One for each library: weak definitions are one in all of its files. */
#define CC_ONE __attribute__((weak))

/* Called when the library is about to be unmapped; null for no action. */
enum { CC_LEAVE_THREADS, CC_LEAVE_FAULTS };
extern void (*cc_leave[2])(void);
CC_ONE void (*cc_leave[2])(void);

/* Gives a keeper. (No initialised pointers: lld has no such relocation for SPARC.) */
typedef void *cc_keeper(void);
extern cc_keeper *dlsym(void *handle, const char *symbol);

/* The keeper of the first copy of this library, which stays from now on; `own` gives the calling copy's. */
static __attribute__((noinline)) void *cc_first_keeper(const char *name, cc_keeper *own) {
    struct cc_dl_info this = {0};
    if (!dladdr((const void *)(intptr_t)own, &this)) return own(); /* a program that is linked with the counter */
    const char *soname = this.file;
    for (const char *at = soname; *at; at++)
        if (*at == '/') soname = at + 1;
    /* A name without a slash is that of the first library loaded which calls itself so. */
    void *first = dlopen(soname, CC_STAY);
    cc_keeper *keeper = first ? dlsym(first, name) : 0;
    if (keeper) return keeper();
    dlopen(this.file, CC_STAY); /* none, as with musl, or of another build */
    return own();
}

/* Called by the JVM when the class loader that has loaded the library is gone. */
CC_EXPORT void JNI_OnUnload(void *vm, void *reserved);
CC_ONE void JNI_OnUnload(void *vm, void *reserved) {
    (void)vm;
    (void)reserved;
    for (int i = 0; i < 2; i++)
        if (cc_leave[i]) cc_leave[i]();
}

#endif
