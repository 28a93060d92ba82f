// SPDX-License-Identifier: Apache-2.0
/*
 * Reads every counter of the packaged win32 libraries, which lie beside this program, as JNI would: by
 * LoadLibrary, GetProcAddress and a call with two pointers. Freestanding: imports kernel32 alone.
 *
 * Prints a line for each counter, "counter<TAB>state<TAB>result": state is user if the counter has been
 * read, compiled if this Windows (Wine) does not have what it calls, failed otherwise. Exits with the
 * number that failed.
 */
#include "windows_print.h"

__declspec(dllimport) void *GetCurrentThread(void);
__declspec(dllimport) int QueryThreadCycleTime(void *thread, uint64_t *cycles);

#define READS 100000
#define UNREADABLE INT64_MIN

typedef int64_t jni(void *env, void *self);

/* True if the system itself refuses the call of windows-threadcycles. */
static int no_thread_cycles(void) {
    uint64_t cycles;
    return !QueryThreadCycleTime(GetCurrentThread(), &cycles);
}

#define X86 "cyclecounter-x86-1.dll", "Java_org_cyclecounter_x86_"
#define OS "cyclecounter-os-1.dll", "Java_org_cyclecounter_os_"

static const struct counter {
    const char *name;
    const char *library;
    const char *read;
    const char *hz;       /* a function that gives its ticks per second, or 0 */
    int (*refused)(void); /* the check that the system refuses it, or 0 */
} counters[] = {
    {"amd64-tsc", X86 "TimeStampCounter_ticks", 0, 0},
    {"amd64-tscasm", X86 "TimeStampCounter_ticks", 0, 0},
    {"windows-threadcycles", OS "WindowsThreadcycles_ticks", 0, no_thread_cycles},
    {"windows-qpc", OS "WindowsQpc_ticks", "Java_org_cyclecounter_os_WindowsQpc_hz", 0},
    {"thread-cputime", OS "ThreadCputime_ticks", 0, 0},
};

static int say(const char *state, const char *result) {
    print(state);
    print("\t");
    print(result);
    return state[0] == 'f';
}

/* 1 if it failed. */
static int try_counter(const struct counter *counter) {
    void *library = LoadLibraryA(counter->library);
    if (!library) return say("failed", "the library cannot be loaded");
    jni *read = (jni *)GetProcAddress(library, counter->read);
    if (!read) return say("failed", "its read is not exported");
    int64_t first = read(0, 0), last = first;
    if (first == UNREADABLE && counter->refused && counter->refused())
        return say("compiled", "loaded; QueryThreadCycleTime fails here, and the read says so");
    for (int i = 0; i < READS; i++) {
        int64_t now = read(0, 0);
        if (now == UNREADABLE) return say("failed", "it cannot be read");
        if (now < last) return say("failed", "it decreases");
        last = now;
    }
    if (last == first) return say("failed", "it does not rise");
    int64_t ticks_per_second = 0;
    if (counter->hz) {
        jni *hz = (jni *)GetProcAddress(library, counter->hz);
        ticks_per_second = hz ? hz(0, 0) : 0;
        if (ticks_per_second <= 0) return say("failed", "it has no frequency");
    }
    say("user", "rises by ");
    print_number(last - first);
    print(" over 100000 reads");
    if (ticks_per_second > 0) {
        print(", ");
        print_number(ticks_per_second);
        print(" Hz");
    }
    return 0;
}

void start(void) {
    uint32_t failed = 0;
    for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++) {
        print(counters[i].name);
        print("\t");
        failed += (uint32_t)try_counter(&counters[i]);
        print("\n");
    }
    ExitProcess(failed);
}
