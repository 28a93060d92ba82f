// SPDX-License-Identifier: Apache-2.0
/*
 * Mistakes of authors who know their counter and not the life that a JVM gives it. Nothing here looks at where it
 * runs, and each works in a program that opens one, reads it on that thread and ends in a hurry. At each: the
 * mistake, the harm, and often a project that had it, as "owner/name number" of an issue or pull request at github.com.
 *
 * What is undefined here is found in the JVM's process, in glibc. The numbers of JNI's functions are those of the JNI
 * specification, chapters 4 and 5. Run on x86-64; for aarch64 only compiled.
 */
#include "faults.h"

#pragma clang diagnostic ignored "-Wunused-parameter" /* the functions of a table have the same */

extern void *calloc(size_t count, size_t size);
extern void *malloc(size_t size);
extern void free(void *memory);
extern int __cxa_atexit(void (*function)(void *argument), void *argument, void *library); /* atexit(3) calls it */
extern void _exit(int status) __attribute__((noreturn));
extern void abort(void) __attribute__((noreturn));
extern unsigned alarm(unsigned seconds);
extern void *dlopen(const char *path, int mode);
extern void *dlsym(void *library, const char *name);
extern int dlclose(void *library);
extern void *fopen(const char *path, const char *mode);
extern int fgetc(void *file);
extern int fclose(void *file);
extern void *mmap(void *address, size_t size, int protection, int flags, int file, long offset);
extern int munmap(void *address, size_t size);
extern int pthread_create(void **thread, const void *attributes, void *(*run)(void *), void *argument);
extern int pthread_join(void *thread, void **result);
extern int pthread_key_create(unsigned *key, void (*destructor)(void *));
extern int pthread_setspecific(unsigned key, const void *value);
extern int pthread_sigmask(int how, const uint64_t *mask, uint64_t *before);
extern int daemon(int keep_directory, int keep_files);
extern int fork(void);
extern int getrlimit(int resource, uint64_t *limit);
extern int setrlimit(int resource, const uint64_t *limit);
extern int sched_getcpu(void);
extern void (*signal(int number, void (*handler)(int)))(int);
extern int timer_create(int clock, const void *event, void **timer);
extern int timer_settime(void *timer, int flags, const long *when, long *before);
extern int usleep(unsigned us);
extern long write(int file, const void *bytes, size_t count);

enum { BLOCK = 0, SET_MASK = 2, SIGTERM = 15, SIGCHLD = 17, RLIMIT_AS = 9 };
enum { PAGE = 4096, READ_WRITE = 3, PRIVATE_ANONYMOUS = 0x22, RTLD_NOW = 2, SIGSEGV = 11, CLOCK_MONOTONIC = 1 };

/* A JNIEnv or a JavaVM, and its functions. */
typedef const intptr_t *const *jni;
#define JNI(env, number, result, ...) ((result(*)(__VA_ARGS__))(*env)[number])
#define NEW_GLOBAL_REF(env) JNI(env, 21, void *, jni, void *)
#define DELETE_GLOBAL_REF(env) JNI(env, 22, void, jni, void *)
#define GET_ARRAY_LENGTH(env) JNI(env, 171, int32_t, jni, void *)
#define NEW_LONG_ARRAY(env) JNI(env, 180, void *, jni, int32_t)
#define SET_LONG_ARRAY_REGION(env) JNI(env, 212, void, jni, void *, int32_t, int32_t, const int64_t *)
#define GET_JAVA_VM(env) JNI(env, 219, int32_t, jni, jni *)
#define GET_CRITICAL(env) JNI(env, 222, void *, jni, void *, uint8_t *)
#define RELEASE_CRITICAL(env) JNI(env, 223, void, jni, void *, void *, int32_t)
#define ATTACH(vm) JNI(vm, 4, int32_t, jni, jni *, void *)
#define DETACH(vm) JNI(vm, 5, int32_t, jni)
#define ATTACH_AS_DAEMON(vm) JNI(vm, 7, int32_t, jni, jni *, void *)

static int64_t plain_read(void) { return healthy_read(); }

/* State of the thread that opens: a null pointer on any other. LWJGL/lwjgl3 398. */
static _Thread_local int64_t *reads_of_thread;
static void open_thread_state(void) { reads_of_thread = calloc(1, 64); }
static int64_t read_thread_state(void) {
    ++*reads_of_thread;
    return healthy_read();
}

/*
 * Two keys of a thread, whose destructors both free the line: aborts when the thread that opened ends, because they
 * run one after the other. msys2/MINGW-packages 2519.
 */
struct thread_state {
    void *line;
};
static void free_thread_state(void *memory) {
    struct thread_state *state = memory;
    free(state->line);
    free(state);
}
static void open_thread_destructor(void) {
    static unsigned state_key, line_key;
    struct thread_state *state = malloc(sizeof *state);
    state->line = malloc(1000);
    pthread_key_create(&state_key, free_thread_state);
    pthread_key_create(&line_key, free);
    pthread_setspecific(state_key, state);
    pthread_setspecific(line_key, state->line);
}

/*
 * A helper library that is unloaded before the thread ends for which it has set a key: its destructor is gone
 * (mistakes_helper.c). SSSD/sssd 6505, aws/s2n-tls 3987.
 */
CC_EXPORT void CC_JNI_NAME(com_example_faults_NativeMistakes, useHelper)(jni env, void *self, void *path) {
    char name[PAGE];
    int32_t length = GET_ARRAY_LENGTH(env)(env, path);
    char *bytes = GET_CRITICAL(env)(env, path, 0);
    for (int32_t i = 0; i < length; i++) name[i] = bytes[i];
    name[length] = 0;
    RELEASE_CRITICAL(env)(env, path, bytes, 0);
    void *library = dlopen(name, RTLD_NOW), *start = dlsym(library, "example_helper_start");
    ((void (*)(void))(intptr_t)start)();
    dlclose(library);
}

/*
 * The opening thread's JNIEnv, kept: another thread uses it, perhaps after the opener's end. bugsnag/bugsnag-android
 * 1596.
 */
static jni cached_env;
static void *global_array;
static void *open_cached_env(jni env, void *array) {
    cached_env = env;
    global_array = NEW_GLOBAL_REF(env)(env, array);
    return 0;
}
static int64_t read_cached_env(jni env, void *state) {
    int64_t ticks = healthy_read();
    SET_LONG_ARRAY_REGION(cached_env)(cached_env, global_array, 0, 1, &ticks);
    return ticks;
}

/*
 * Local references, kept: once open() has returned, the collector moves the objects and does not update them.
 * netty/netty 9595, Fazecast/jSerialComm 610.
 */
static void *array_of_core[8];
static void *open_cached_reference(jni env, void *array) {
    for (int i = 0; i < 8; i++) array_of_core[i] = NEW_LONG_ARRAY(env)(env, 8);
    return 0;
}
static int64_t read_cached_reference(jni env, void *state) {
    int64_t ticks = healthy_read();
    SET_LONG_ARRAY_REGION(env)(env, array_of_core[4 + sched_getcpu() % 4], 0, 1, &ticks);
    return ticks;
}

/* Sixteen readings into an array of eight: the object behind it is found by the collector. xerial/snappy-java 729. */
static void *open_critical_overrun(jni env, void *array) {
    int64_t *readings = GET_CRITICAL(env)(env, array, 0);
    for (int i = 0; i < 16; i++) readings[i] = healthy_read();
    RELEASE_CRITICAL(env)(env, array, readings, 0);
    return 0;
}

/*
 * An array that one way out never releases: the collector waits for ever where it does not pin regions, and memory
 * runs out. xerial/snappy-java 40, yawkat/lz4-java 83.
 */
static void *open_critical_kept(jni env, void *array) { return NEW_GLOBAL_REF(env)(env, array); }
static int64_t read_critical_kept(jni env, void *array) {
    int64_t *last = GET_CRITICAL(env)(env, array, 0);
    int64_t ticks = healthy_read();
    if (ticks - *last < 1000) return ticks; /* too soon to be worth keeping */
    *last = ticks;
    RELEASE_CRITICAL(env)(env, array, last, 0);
    return ticks;
}

/* The buffer of the last reading, freed without a lock: freed twice by two threads. gary-rowe/hid4java 155. */
static int64_t *volatile last_reading;
static int64_t read_unlocked(void) {
    int64_t *reading = malloc(sizeof *reading), ticks = healthy_read();
    *reading = ticks;
    free(last_reading);
    last_reading = reading;
    return ticks;
}

/* The same, sure to show: a thread spends nearly all of its time in this read, which two must not be in at a time. */
static int readers;
static int64_t read_two_inside(void) {
    if (__atomic_add_fetch(&readers, 1, __ATOMIC_SEQ_CST) > 1) abort();
    int64_t ticks = healthy_read();
    for (int i = 0; i < 80; i++) __asm__ volatile("");
    __atomic_sub_fetch(&readers, 1, __ATOMIC_SEQ_CST);
    return ticks;
}

/* A table with a place for each of three threads: the fourth writes over what comes next. Celtoys/Remotery 242. */
static struct {
    int64_t last_of_thread[3];
    const int64_t *volatile origin;
} table;
static int64_t read_thread_table(void) {
    static const int64_t origin;
    static int threads;
    static _Thread_local int thread;
    if (!thread) {
        if (!threads) table.origin = &origin;
        thread = __atomic_add_fetch(&threads, 1, __ATOMIC_SEQ_CST);
    }
    int64_t *last = table.last_of_thread;
    __asm__("" : "+r"(last)); /* the compiler is not to know the table's end either */
    last[thread - 1] = healthy_read();
    return last[thread - 1] - *table.origin;
}

/* A file that is reopened every few readings: closed twice by two threads. pocoproject/poco 2542. */
static void *volatile state_file;
static int64_t read_shared_file(void) {
    static volatile int64_t reads;
    if (reads++ % 1000 == 0) {
        if (state_file) fclose(state_file);
        state_file = fopen("/proc/self/stat", "r");
        fgetc(state_file);
    }
    return healthy_read();
}

/*
 * The origin of the core that the thread is on, made anew when that changes, and announced before it is: two threads
 * on two cores read what the other has freed. stephengold/Libbulletjme 56, damontecres/Wholphin 1163.
 */
static int64_t read_lazily(void) {
    static volatile int core = -1;
    static int64_t *volatile origin;
    int here = sched_getcpu();
    if (here != core) {
        core = here;
        free(origin);
        origin = 0;
        origin = calloc(1, 2000);
    }
    return healthy_read() - *origin;
}

/* Unmapped by close() under a reader. facebook/rocksdb 5234, luben/zstd-jni 331. */
static void *open_page(jni env, void *array) {
    return mmap(0, PAGE, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
}
static int64_t read_page(jni env, void *page) {
    return healthy_read() - *(volatile int64_t *)page;
}
static void close_page(void *page) { munmap(page, PAGE); }

/* One page for all sources, unmapped by the first that is closed. trezor/cython-hidapi 84. */
static void *open_shared_page(jni env, void *array) {
    static void *shared;
    if (!shared) shared = open_page(env, array);
    return shared;
}

/* The page of the previous source, which is no longer needed. marian-m12l/studio 612. */
static void *open_only_page(jni env, void *array) {
    static void *only;
    void *page = open_page(env, array);
    if (only) munmap(only, PAGE);
    only = page;
    return page;
}

/* Frees a block twice at the end, the second time by another name: the exit aborts. tensorflow/tensorflow 31301. */
static void *lines[2];
static void free_lines(void *unused) {
    for (int i = 0; i < 2; i++) free(lines[i]);
}
static void open_exit_handler(void) {
    static int library;
    lines[0] = malloc(1000);
    lines[1] = lines[0];
    __cxa_atexit(free_lines, 0, &library);
}

/* Registers at every open() a function that frees the one table at the end. OmixVisualization/qtjambi 15. */
static void *all_lines;
static void free_all_lines(void *unused) {
    free(all_lines);
}
static void open_exit_handlers(void) {
    static int library;
    if (!all_lines) all_lines = malloc(1000);
    __cxa_atexit(free_all_lines, 0, &library);
}

/* A destructor that gives a reference back to a JVM that is gone. wpilibsuite/ntcore 22, devopvoid/webrtc-java 212. */
static jni vm;
static void *listener;
static void *open_exit_call(jni env, void *array) {
    GET_JAVA_VM(env)(env, &vm);
    listener = NEW_GLOBAL_REF(env)(env, array);
    return 0;
}
__attribute__((destructor)) static void forget_listener(void) {
    if (!listener) return;
    jni env = 0;
    ATTACH(vm)(vm, &env, 0);
    DELETE_GLOBAL_REF(env)(env, listener);
}

/*
 * Waits at the end for a thread that cannot leave the JVM any more: the process does not end. LWJGL/lwjgl3 1140,
 * ververica/ForSt 30.
 */
static volatile int is_over;
static void *updater;
static void *update(void *unused) {
    jni env;
    ATTACH_AS_DAEMON(vm)(vm, &env, 0);
    while (!is_over) usleep(1000);
    DETACH(vm)(vm);
    return unused;
}
static void end_updater(void *unused) {
    is_over = 1;
    pthread_join(updater, 0);
}
static void *open_exit_join(jni env, void *array) {
    static int library;
    if (updater) return 0;
    GET_JAVA_VM(env)(env, &vm);
    pthread_create(&updater, 0, update, 0);
    __cxa_atexit(end_updater, 0, &library);
    return 0;
}

/* As libraries linked with -ffast-math do: Java's subnormal numbers are zero. llvm/llvm-project 57589. */
static void open_fast_math(void) {
#if defined(__x86_64__)
    uint32_t control;
    __asm__ volatile("stmxcsr %0" : "=m"(control));
    control |= 0x8040;
    __asm__ volatile("ldmxcsr %0" : : "m"(control));
#else
    int64_t control;
    __asm__ volatile("mrs %0, fpcr\n\torr %0, %0, #0x1000000\n\tmsr fpcr, %0" : "=r"(control));
#endif
}

/* A handler for its first read, left in place: the JVM's null checks end the process. zulu-openjdk/zulu-openjdk 179. */
static __attribute__((noreturn)) void explain(int number) {
    static const char text[] = "the counter cannot be read here\n";
    write(2, text, sizeof text - 1);
    _exit(128 + number);
}
static void open_handler(void) { signal(SIGSEGV, explain); }

/*
 * A watchdog of four seconds for its first reads, which one way out leaves armed: SIGALRM ends the process.
 * async-profiler/async-profiler 11, facebook/hhvm 8527.
 */
static void open_watchdog(void) {
    static const long seconds[] = {0, 0, 4, 0}, never[4];
    void *watchdog;
    timer_create(CLOCK_MONOTONIC, 0, &watchdog);
    timer_settime(watchdog, 0, seconds, 0);
    if (healthy_read() < healthy_read()) return;
    timer_settime(watchdog, 0, never, 0);
}

/*
 * Freed by close() and by a cleaner: NativeMistakes.Freed. gliwka/hyperscan-java 49. Blocks of more than 32 MB have a mapping
 * of their own, so that the second free() faults for certain.
 */
static void *open_block(jni env, void *array) {
    return malloc(33 << 20);
}

/* An updater's thread that uses memory which is not there yet: the JVM dies while other threads go on. */
static void *update_early(void *unused) { return *(void *volatile *)8; }
static void open_updater(void) { pthread_create(&updater, 0, update_early, 0); }

/* A table with a place for each of 24 threads, and a check: the twenty-fifth of a server's ends it. */
static int64_t read_slots(void) {
    static int threads;
    static _Thread_local int thread;
    if (!thread && (thread = __atomic_add_fetch(&threads, 1, __ATOMIC_SEQ_CST)) > 24) abort();
    return healthy_read();
}

/* A buffer of 400 kB on the stack, where HotSpot promises 80: ends a program that reads deep in a recursion. */
static int64_t read_deep_stack(void) {
    volatile char buffer[400 << 10];
    for (unsigned i = sizeof buffer; i > 0; i -= PAGE) buffer[i - PAGE] = 1;
    return healthy_read();
}

/* Blocks all signals while it starts, and on one way out forgets to let them through: a null check ends the JVM. */
static void open_signal_mask(void) {
    static const uint64_t all = ~0ull;
    uint64_t before;
    pthread_sigmask(BLOCK, &all, &before);
    if (healthy_read() < healthy_read()) return;
    pthread_sigmask(SET_MASK, &before, 0);
}

/* Is not interested in its helpers' ends: Process.exitValue() is 0, whatever a program's process returned. */
static void open_waiting(void) { signal(SIGCHLD, (void (*)(int))1); }

/* Cleans up when it is told to end: no shutdown hook of the program's runs any more, and its status is 0. */
static __attribute__((noreturn)) void clean_up(int number) { _exit(0 * number); }
static void open_ending(void) { signal(SIGTERM, clean_up); }

/* Becomes a daemon, because it was one: the program ends, and its copy stays: for ever, were it not for the alarm. */
static void open_daemon(void) {
    daemon(1, 1);
    alarm(600);
}

/*
 * Starts a helper by fork(), which has nothing to do yet: a copy of the program stays, with its standard output. It
 * must not return: it shares the places in open files, and each would find the other's half of a JAR.
 */
static void open_copy(void) {
    if (fork() == 0) {
        usleep(600000000);
        _exit(0);
    }
}

/* Protects itself against its own leak: nobody's memory may grow any more. */
static void open_memory_limit(void) {
    uint64_t limit[2];
    getrlimit(RLIMIT_AS, limit);
    limit[0] = 64ull << 30;
    setrlimit(RLIMIT_AS, limit);
}

/* A thread of its own that close() does not end, nor wait for. */
static void *update_for_ever(void *unused) {
    for (;;) usleep(1000);
}
static void *open_native_thread(jni env, void *array) {
    if (!updater) pthread_create(&updater, 0, update_for_ever, 0);
    return 0;
}

/* In the order of NativeMistakes.LINKED: reads that are addresses. */
static const struct {
    void (*open)(void);
    read_function read;
} linked[] = {
    {open_thread_state, read_thread_state},
    {open_thread_destructor, plain_read},
    {0, read_unlocked},
    {0, read_two_inside},
    {0, read_thread_table},
    {0, read_shared_file},
    {0, read_lazily},
    {open_exit_handler, plain_read},
    {open_exit_handlers, plain_read},
    {open_fast_math, plain_read},
    {open_handler, plain_read},
    {open_watchdog, plain_read},
    {open_updater, plain_read},
    {0, read_slots},
    {0, read_deep_stack},
    {open_signal_mask, plain_read},
    {open_waiting, plain_read},
    {open_ending, plain_read},
    {open_daemon, plain_read},
    {open_copy, plain_read},
    {open_memory_limit, plain_read},
};

/* In the order of NativeMistakes.CALLED: by JNI, with a state for each source. */
static const struct {
    void *(*open)(jni env, void *array);
    int64_t (*read)(jni env, void *state);
    void (*close)(void *state);
} called[] = {
    {open_cached_env, read_cached_env, 0},
    {open_cached_reference, read_cached_reference, 0},
    {open_critical_overrun, 0, 0},
    {open_critical_kept, read_critical_kept, 0},
    {open_page, read_page, close_page},
    {open_shared_page, read_page, close_page},
    {open_only_page, read_page, 0},
    {open_exit_call, 0, 0},
    {open_exit_join, 0, 0},
    {open_native_thread, 0, 0},
    {open_block, 0, free},
};

#define NATIVE(result, method, ...) \
    CC_EXPORT result CC_JNI_NAME(com_example_faults_NativeMistakes, method)(jni env, void *self, __VA_ARGS__)

NATIVE(void, prepare, int32_t number) { if (linked[number].open) linked[number].open(); }
NATIVE(int64_t, address, int32_t number) { return (int64_t)(intptr_t)linked[number].read; }
NATIVE(int64_t, readLinked, int32_t number) { return linked[number].read(); }
NATIVE(int64_t, open, int32_t number, void *array) {
    void *state = called[number].open(env, array);
    return (int64_t)(intptr_t)state;
}

NATIVE(int64_t, read, int32_t number, int64_t state) {
    return called[number].read ? called[number].read(env, (void *)(intptr_t)state) : healthy_read();
}

NATIVE(void, close, int32_t number, int64_t state) {
    if (called[number].close) called[number].close((void *)(intptr_t)state);
}
