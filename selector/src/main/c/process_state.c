// SPDX-License-Identifier: Apache-2.0
/*
 * The state that a counter must leave as it finds it, and that Java cannot see: of the calling thread the settings of
 * floating-point arithmetic and the signal mask; of the process the handlers of its signals, its timers, its
 * environment and its C locale. Linux only. The floating-point settings are those of control_state.h; elsewhere they
 * are 0.
 *
 * Signals by bare system calls, because libjsig's sigaction answers with the program's handlers, not the kernel's.
 * The environment and the locale are the C library's; another thread that changes them meanwhile would be a hazard,
 * so they are observed in a child JVM only.
 *
 * Sources: sigaction(2), sigprocmask(2), getitimer(2), environ(7), setlocale(3), each system-call table. Run on x86-64;
 * elsewhere compiled.
 */
#include "child_signals.h"
#include "control_state.h"

extern char **environ;
extern char *setlocale(int category, const char *locale);

enum { GETITIMER = CC_NUMBER(36, 105, 105, 105, 105, 5035, 86, 102), LC_ALL = 6, TIMERS = 3 };

/* JNI specification, "Interface Function Table". */
enum { GET_LONG_ARRAY_REGION = 204, SET_LONG_ARRAY_REGION = 212 };
typedef void long_array_region(void *env, void *array, int32_t start, int32_t length, int64_t *region);
#define REGION(env, place) ((*(long_array_region ***)(env))[place])

/* ProcessState's layout. */
enum { SIGNALS = 31, ACTION_WORDS = 5 };
struct state {
    int64_t floats, x87_control;
    uint32_t mask[4];
    int64_t actions[SIGNALS][ACTION_WORDS];
    int64_t environment, locale, timers; /* in a child JVM only */
};
enum { OF_THREAD = offsetof(struct state, environment) / 8, OF_CHILD = sizeof(struct state) / 8 };
_Static_assert(sizeof(struct kernel_sigaction) <= ACTION_WORDS * sizeof(int64_t), "a handler fits");

static void clear(void *memory, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) ((volatile uint8_t *)memory)[i] = 0;
}

/* FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/. */
static uint64_t mixed(uint64_t hash, const char *text) {
    for (; *text; text++) hash = (hash ^ (uint8_t)*text) * 0x100000001b3ull;
    return (hash ^ 0xff) * 0x100000001b3ull;
}

static void observe_floats(struct state *state) {
#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || defined(__riscv)
    struct control control;
    clear(&control, sizeof control);
    observe(&control);
    state->floats = (int64_t)control.floats;
    state->x87_control = control.x87_control;
#else
    (void)state;
#endif
}

static void restore_floats(const struct state *state) {
#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || defined(__riscv)
    struct control control;
    clear(&control, sizeof control);
#if defined(__x86_64__) || defined(__i386__)
    control.flags = READ_FLAGS();
#endif
    control.floats = (uintptr_t)state->floats;
    control.x87_control = (uint16_t)state->x87_control;
    restore(&control);
#else
    (void)state;
#endif
}

/* Timers that will send a signal; what they have left is not compared. */
static int64_t armed_timers(void) {
    int64_t armed = 0;
    for (long timer = 0; timer < TIMERS; timer++) {
        long value[4] = {0, 0, 0, 0};
        cc_call(GETITIMER, timer, (long)(intptr_t)value, 0, 0, 0, 0);
        if (value[2] || value[3]) armed |= 1 << timer;
    }
    return armed;
}

static void observe_child(struct state *state) {
    uint64_t hash = 0;
    for (char **variable = environ; variable && *variable; variable++) hash = mixed(hash, *variable);
    state->environment = (int64_t)hash;
    const char *locale = setlocale(LC_ALL, 0);
    state->locale = locale ? (int64_t)mixed(0, locale) : 0;
    state->timers = armed_timers();
}

/* Without a handler the rest means nothing: a JVM that starts a process sets SIGCHLD's default action once more. */
static void observe_action(long signal, int64_t action[ACTION_WORDS]) {
    struct kernel_sigaction kernel;
    clear(&kernel, sizeof kernel);
#if defined(__sparc__)
    cc_call(RT_SIGACTION, signal, 0, (long)(intptr_t)&kernel, 0, MASK_BYTES, 0);
#else
    cc_call(RT_SIGACTION, signal, 0, (long)(intptr_t)&kernel, MASK_BYTES, 0, 0);
#endif
    if (!kernel.handler) clear(&kernel, sizeof kernel);
    for (size_t i = 0; i < sizeof kernel; i++) ((volatile uint8_t *)action)[i] = ((uint8_t *)&kernel)[i];
}

/* ProcessState.observe: fills an array of either length. */
CC_EXPORT void Java_org_cyclecounter_selector_isolation_ProcessState_observe(void *env, void *self, void *into,
                                                                             int32_t length) {
    (void)self;
    struct state state;
    clear(&state, sizeof state);
    observe_floats(&state);
    change_mask(SIG_UNBLOCK, 0, state.mask);
    for (long i = 0; i < SIGNALS; i++) observe_action(i + 1, state.actions[i]);
    if (length == OF_CHILD) observe_child(&state);
    REGION(env, SET_LONG_ARRAY_REGION)(env, into, 0, length, (int64_t *)&state);
}

/* ProcessState.restore: what has been observed of the thread and the handlers. */
CC_EXPORT void Java_org_cyclecounter_selector_isolation_ProcessState_restore(void *env, void *self, void *from) {
    (void)self;
    struct state state;
    clear(&state, sizeof state);
    REGION(env, GET_LONG_ARRAY_REGION)(env, from, 0, OF_THREAD, (int64_t *)&state);
#if !defined(__sparc__) /* where the restorer is an argument, and not told */
    for (long i = 0; i < SIGNALS; i++) {
        int64_t now[ACTION_WORDS] = {0};
        observe_action(i + 1, now);
        int same = 1;
        for (int w = 0; w < ACTION_WORDS; w++) same &= now[w] == state.actions[i][w];
        if (!same) cc_call(RT_SIGACTION, i + 1, (long)(intptr_t)state.actions[i], 0, MASK_BYTES, 0, 0);
    }
#endif
    change_mask(SIG_SETMASK, state.mask, 0);
    restore_floats(&state);
}
