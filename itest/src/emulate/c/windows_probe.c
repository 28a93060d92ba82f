// SPDX-License-Identifier: Apache-2.0
/*
 * Tries leaf functions with the packaged win32 library of native isolation, which lies beside this
 * program, as JNI would: by LoadLibrary, GetProcAddress and a call. This program has a handler of its own
 * for faults of its own, as a JVM has: it must get all of them and none of a leaf's. They are raised by a
 * thread that does nothing else, and by every thread as it begins and ends. Freestanding: imports
 * kernel32 alone.
 *
 * Prints a line for each question, "ok" or "failed" and a tab in front, and "end" last: Wine has been seen
 * to end a program with status 0 after faults in a handler. Exits with the number that failed.
 */
#include "windows_print.h"

struct exception {
    void *record;
    char *context;
};

struct thread_entry { /* THREADENTRY32 of tlhelp32.h */
    uint32_t size, usage, thread, process;
    int32_t rest[3];
};

typedef int32_t handler(struct exception *exception);
typedef uint32_t thread_start(void *argument);
typedef int64_t leaf(void);
typedef int64_t run_child(void *env, void *self, int64_t probe, int64_t ticks, int64_t start, int64_t stop,
                          int32_t reads, int32_t ordered, int32_t limit_s, uint8_t fork);
typedef int64_t try_leaf(leaf *leaf, int32_t limit_s);

__declspec(dllimport) void *AddVectoredExceptionHandler(uint32_t first, handler *handler);
__declspec(dllimport) int CloseHandle(void *handle);
__declspec(dllimport) void *CreateEventA(void *security, int manual, int set, const char *name);
__declspec(dllimport) void *CreateThread(void *, size_t stack, thread_start *, void *, uint32_t flags, uint32_t *id);
__declspec(dllimport) void *CreateToolhelp32Snapshot(uint32_t what, uint32_t process);
__declspec(dllimport) int FreeLibrary(void *library);
__declspec(dllimport) uint32_t GetCurrentProcessId(void);
__declspec(dllimport) int QueryPerformanceCounter(int64_t *ticks);
__declspec(dllimport) int QueryPerformanceFrequency(int64_t *hz);
__declspec(dllimport) int Thread32First(void *snapshot, struct thread_entry *entry);
__declspec(dllimport) int Thread32Next(void *snapshot, struct thread_entry *entry);
__declspec(dllimport) uint32_t WaitForSingleObject(void *handle, uint32_t ms);

#define RIP 0xf8 /* in CONTEXT, winnt.h */
#define SNAPSHOT_OF_THREADS 4
#define PROBES 1000
#define LIMIT_S 5
#define READS 100
#define ORDERED 10

static volatile int64_t raised, got, strays;
static volatile int over;

extern const char own_fault[];

static __attribute__((noinline)) void raise(void) {
    __atomic_add_fetch(&raised, 1, __ATOMIC_SEQ_CST);
    __asm__ volatile("own_fault: .byte 0x8b, 0x01" : : "c"(8) : "rax"); /* mov (%rcx), %eax */
}

static int32_t on_exception(struct exception *exception) {
    uint64_t *rip = (uint64_t *)(exception->context + RIP);
    if (*rip != (uint64_t)own_fault) {
        __atomic_add_fetch(&strays, 1, __ATOMIC_SEQ_CST);
        return 0;
    }
    __atomic_add_fetch(&got, 1, __ATOMIC_SEQ_CST);
    *rip += 2;
    return -1;
}

static uint32_t raise_until_over(void *unused) {
    (void)unused;
    while (!over) raise();
    return 0;
}

#define THREAD_ATTACH 2
#define THREAD_DETACH 3

static void on_thread(void *module, uint32_t reason, void *unused) {
    (void)module;
    (void)unused;
    if (reason == THREAD_ATTACH || reason == THREAD_DETACH) raise();
}

/* IMAGE_TLS_DIRECTORY64 of winnt.h; the linker looks for this name. */
static uint32_t tls_index;
static void (*const tls_callbacks[])(void *, uint32_t, void *) = {on_thread, 0};
const struct {
    const void *data, *end, *index, *callbacks;
    uint32_t zeroes, characteristics;
} _tls_used = {.index = &tls_index, .callbacks = tls_callbacks};

static int64_t healthy(void) {
    static volatile int64_t count;
    return ++count;
}

static int64_t undefined_instruction(void) {
    __asm__ volatile("ud2");
    return 1;
}

/* As no function may be called: with the direction flag set, on a stack that is not aligned. */
static int64_t undefined_state(void) {
    __asm__ volatile("std; subq $3, %rsp; ud2");
    return 1;
}

static int64_t privileged_instruction(void) {
    __asm__ volatile("hlt");
    return 1;
}

static int64_t invalid_address(void) { return *(volatile int64_t *)8; }

static int64_t divide_by_zero(void) {
    static volatile int32_t seven = 7, zero;
    return seven / zero;
}

/* With SSE's exception for it unmasked. */
static int64_t divide_float_by_zero(void) {
    uint32_t control = 0x1d80, one = 0x3f800000;
    __asm__ volatile("ldmxcsr %0; movd %1, %%xmm0; pxor %%xmm1, %%xmm1; divss %%xmm1, %%xmm0"
                     :
                     : "m"(control), "r"(one)
                     : "xmm0", "xmm1");
    return 1;
}

static int64_t breakpoint(void) {
    __asm__ volatile("int3");
    return 1;
}

static int64_t single_step(void) {
    __asm__ volatile("pushfq; orl $0x100, (%%rsp); popfq; nop" : : : "cc", "memory");
    return 1;
}

static __attribute__((noinline)) int64_t overflow(int64_t depth) {
    volatile int64_t frame[64];
    frame[depth & 63] = depth;
    if (depth < 0) return 0; /* never: for the compiler's sake */
    return overflow(depth + 1) + frame[(depth + 1) & 63];
}

static int64_t stack_overflow(void) { return overflow(0); }

static int64_t jump_to_nowhere(void) {
    leaf *volatile nowhere = (leaf *)(intptr_t)8;
    return nowhere() + 1;
}

static int64_t forever(void) {
    static volatile int run = 1;
    while (run) {
    }
    return 1;
}

#define STATE_BREAKER(name, change)                                                                 \
    __attribute__((naked)) static int64_t name(void) { __asm__(change "; mov $1, %eax; ret"); }
STATE_BREAKER(clears_rbx, "xor %ebx, %ebx")
STATE_BREAKER(clears_rdi, "xor %edi, %edi")
STATE_BREAKER(sets_direction, "std")
static int64_t rounds_to_zero(void) {
    uint32_t control = 0x7f80;
    __asm__ volatile("ldmxcsr %0" : : "m"(control));
    return 1;
}

static run_child *run_in_child;

/* A kind of NativeChild's, and above it a fault's signal or the bits of registers.h. */
static int64_t try_in_child(leaf *leaf, int32_t limit_s) {
    int64_t at = (int64_t)(intptr_t)leaf, answer = run_in_child(0, 0, 0, at, at, at, READS, ORDERED, limit_s, 0);
    return (answer & 0xf) | (answer >> 8 & 0xffffffff) << 4;
}

#define FAULT(signal) ((signal) << 4 | 1)
#define BROKEN(bit) (1ll << (bit) << 4 | 2)
#define TIMED_OUT 3

static const struct {
    const char *name;
    leaf *leaf;
    int64_t answer;
} probes[] = {
    {"healthy", healthy, 0},
    {"undefined instruction", undefined_instruction, FAULT(4)},
    {"undefined instruction in an undefined state", undefined_state, FAULT(4)},
    {"privileged instruction", privileged_instruction, FAULT(4)},
    {"breakpoint", breakpoint, FAULT(5)},
    {"single step", single_step, FAULT(5)},
    {"integer division by zero", divide_by_zero, FAULT(8)},
    {"floating-point division by zero", divide_float_by_zero, FAULT(8)},
    {"read of address 8", invalid_address, FAULT(11)},
    {"stack overflow", stack_overflow, FAULT(11)},
    {"jump to address 8", jump_to_nowhere, FAULT(11)},
    {"rbx cleared", clears_rbx, BROKEN(0)},
    {"rdi cleared", clears_rdi, BROKEN(6)},
    {"direction flag set", sets_direction, BROKEN(25)},
    {"rounding changed", rounds_to_zero, BROKEN(28)},
    {"endless loop", forever, TIMED_OUT},
};

/* 1 if it failed. */
static uint32_t say(int ok, const char *what, int64_t number, const char *wanted, int64_t wanted_number) {
    print(ok ? "ok\t" : "failed\t");
    print(what);
    print(" ");
    print_number(number);
    print(wanted);
    print_number(wanted_number);
    print("\n");
    return !ok;
}

static uint32_t say_equal(const char *what, int64_t is, int64_t wanted) {
    return say(is == wanted, what, is, ", wanted ", wanted);
}

static int64_t threads(void) {
    struct thread_entry entry = {.size = sizeof entry};
    void *snapshot = CreateToolhelp32Snapshot(SNAPSHOT_OF_THREADS, 0);
    int64_t count = 0;
    for (int more = Thread32First(snapshot, &entry); more; more = Thread32Next(snapshot, &entry))
        count += entry.process == GetCurrentProcessId();
    CloseHandle(snapshot);
    return count;
}

/* Handles are numbered from the lowest free number up. (Wine 8's GetProcessHandleCount always says 0.) */
static int64_t next_handle(void) {
    void *event = CreateEventA(0, 0, 0, 0);
    CloseHandle(event);
    return (int64_t)event;
}

static int64_t ticks(void) {
    int64_t now = 0;
    QueryPerformanceCounter(&now);
    return now;
}

/* PROBES of one leaf: how many were answered otherwise, and the median cost. */
static uint32_t try_often(try_leaf *try, const char *name, leaf *leaf, int64_t answer) {
    static int64_t costs[PROBES];
    int64_t wrong = 0, hz = 1;
    for (int i = 0; i < PROBES; i++) {
        int64_t start = ticks();
        wrong += try(leaf, LIMIT_S) != answer;
        int64_t cost = ticks() - start;
        int at = i;
        for (; at > 0 && costs[at - 1] > cost; at--) costs[at] = costs[at - 1];
        costs[at] = cost;
    }
    QueryPerformanceFrequency(&hz);
    print(name);
    print(", 1000 probes: median ");
    print_number(costs[PROBES / 2] * 1000000 / hz);
    print(" us, longest ");
    print_number(costs[PROBES - 1] * 1000000 / hz);
    print(" us\n");
    return say_equal("wrong answers", wrong, 0);
}

static uint32_t run(void *selector, try_leaf *try, leaf *tsc) {
    uint32_t failed = try_often(try, "amd64-tsc alone", tsc, 0);
    void *thread = CreateThread(0, 0, raise_until_over, 0, 0, 0);
    for (size_t i = 0; i < sizeof probes / sizeof probes[0]; i++) {
        int32_t limit_s = probes[i].leaf == forever ? 1 : LIMIT_S;
        failed += say_equal(probes[i].name, try(probes[i].leaf, limit_s), probes[i].answer);
    }

    int64_t threads_before = threads(), handle_before = next_handle(), raised_before = raised;
    failed += try_often(try, "amd64-tsc", tsc, 0);
    failed += try_often(try, "undefined instruction", undefined_instruction, FAULT(4));
    failed += try_often(try, "stack overflow", stack_overflow, FAULT(11));
    failed += say_equal("threads", threads(), threads_before);
    failed += say_equal("next handle", next_handle(), handle_before);
    int64_t meanwhile = raised - raised_before;
    failed += say(meanwhile >= 10 * PROBES, "own faults meanwhile:", meanwhile, ", wanted at least ", 10 * PROBES);

    over = 1;
    failed += say_equal("end of the thread that raised them", WaitForSingleObject(thread, 10000), 0);
    FreeLibrary(selector);
    raise(); /* a handler left behind would be called where nothing is any more */
    failed += say_equal("own handler: faults", got, raised);
    failed += say_equal("own handler: faults of leaf functions", strays, 0);
    return failed;
}

void start(void) {
    void *selector = LoadLibraryA("cyclecounter-selector-1.dll"), *x86 = LoadLibraryA("cyclecounter-x86-1.dll");
    run_in_child =
        (run_child *)GetProcAddress(selector, "Java_org_cyclecounter_selector_isolation_NativeChild_run");
    leaf *tsc = (leaf *)GetProcAddress(x86, "Java_org_cyclecounter_x86_TimeStampCounter_ticks");
    if (!run_in_child || !tsc) {
        print("failed\ta library cannot be loaded, or does not export its function\n");
        ExitProcess(1);
    }
    AddVectoredExceptionHandler(1, on_exception);
    uint32_t failed = run(selector, try_in_child, tsc);
    print("end\n");
    ExitProcess(failed);
}
