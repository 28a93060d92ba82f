// SPDX-License-Identifier: Apache-2.0
/*
 * Runs a counter's leaf functions in a thread of its own, under a vectored exception handler that looks
 * after that thread alone, and says how it fared. Windows only.
 *
 * A JVM lives by exceptions (null checks, safepoints, stack banging): the handler is the first in the
 * list while a probe lasts, and passes on whatever is not of the thread in the leaf function. That
 * thread goes on in ExitThread, on the part of its stack where it began: nothing is unwound, and after a
 * stack overflow there is room.
 *
 * Not survived, because Windows ends the process without asking a handler: __fastfail, and a fault while
 * the stack pointer points at no stack (there is no other stack for the handler). A leaf does neither.
 *
 * Sources: AddVectoredExceptionHandler, SetThreadStackGuarantee, CreateThread and TerminateThread in
 * Microsoft's API reference; CONTEXT and ARM64_NT_CONTEXT in winnt.h, NTSTATUS values in ntstatus.h. Run
 * under Wine on x86-64 (itest/src/emulate/windows); for aarch64 only compiled.
 */
#include "child_reads.h"

#define WINAPI __stdcall

/* The changed fields of CONTEXT; those between stay. */
#if defined(__x86_64__)
struct context {
    uint8_t home_to_segments[0x44];
    uint32_t eflags;
    uint64_t dr0_to_rax[7];
    uint64_t argument; /* Rcx */
    uint64_t rdx_rbx[2];
    uint64_t stack; /* Rsp */
    uint64_t rbp_to_r15[11];
    uint64_t next; /* Rip */
};
_Static_assert(offsetof(struct context, stack) == 0x98 && offsetof(struct context, next) == 0xf8, "CONTEXT");
#elif defined(__aarch64__)
struct context {
    uint32_t flags_cpsr[2];
    uint64_t argument; /* X0 */
    uint64_t x1_to_lr[30];
    uint64_t stack; /* Sp */
    uint64_t next;  /* Pc */
};
_Static_assert(offsetof(struct context, stack) == 0x100, "ARM64_NT_CONTEXT");
#endif

struct exception {
    const uint32_t *code; /* the first member of EXCEPTION_RECORD */
    struct context *context;
};

typedef int32_t WINAPI handler(struct exception *exception);
typedef uint32_t WINAPI thread_start(void *argument);

__declspec(dllimport) void *WINAPI AddVectoredExceptionHandler(uint32_t first, handler *handler);
__declspec(dllimport) uint32_t WINAPI RemoveVectoredExceptionHandler(void *handler);
__declspec(dllimport) void *WINAPI CreateThread(void *security, size_t stack, thread_start *start, void *argument,
                                                uint32_t flags, uint32_t *id);
__declspec(dllimport) int WINAPI SetThreadStackGuarantee(uint32_t *bytes);
__declspec(dllimport) uint32_t WINAPI GetCurrentThreadId(void);
__declspec(dllimport) void WINAPI ExitThread(uint32_t status);
__declspec(dllimport) uint32_t WINAPI WaitForSingleObject(void *handle, uint32_t ms);
__declspec(dllimport) uint32_t WINAPI SuspendThread(void *thread);
__declspec(dllimport) uint32_t WINAPI ResumeThread(void *thread);
__declspec(dllimport) int WINAPI TerminateThread(void *thread, uint32_t status);
__declspec(dllimport) int WINAPI GetExitCodeThread(void *thread, uint32_t *status);
__declspec(dllimport) int WINAPI CloseHandle(void *handle);
__declspec(dllimport) uint32_t WINAPI GetLastError(void);

#define CONTINUE_EXECUTION (-1)
#define CONTINUE_SEARCH 0
#define STACK_SIZE_IS_A_RESERVATION 0x10000
#define WAIT_TIMEOUT 258

#define STACK_BYTES (256 * 1024)
#define HANDLER_BYTES (64 * 1024) /* of them, after a stack overflow; a CONTEXT with AMX has 11 KB */

/* The signal that other systems have for the exception; 0 of an exception that has none. */
enum { ILL = 4, TRAP = 5, BUS = 7, FPE = 8, SEGV = 11 };

static volatile uint32_t probing; /* the id of the thread that is in the leaf function, or 0 */
static uintptr_t exit_stack;
static struct verdict verdict;

static int32_t answer(uint32_t code) {
    switch (code) {
    case 0xc000001d: /* ILLEGAL_INSTRUCTION */
    case 0xc0000096: return ILL; /* PRIVILEGED_INSTRUCTION */
    case 0x80000003: /* BREAKPOINT */
    case 0x80000004: return TRAP; /* SINGLE_STEP */
    case 0x80000002: /* DATATYPE_MISALIGNMENT */
    case 0xc0000006: return BUS; /* IN_PAGE_ERROR */
    case 0xc00002b4: /* FLOAT_MULTIPLE_FAULTS */
    case 0xc00002b5: return FPE; /* FLOAT_MULTIPLE_TRAPS */
    case 0x80000001: /* GUARD_PAGE_VIOLATION */
    case 0xc0000005: /* ACCESS_VIOLATION */
    case 0xc00000fd: return SEGV; /* STACK_OVERFLOW */
    default: return code >= 0xc000008d && code <= 0xc0000095 ? FPE : 0; /* FLOAT_..., INTEGER_... */
    }
}

static int32_t WINAPI on_exception(struct exception *exception) {
    if (GetCurrentThreadId() != probing) return CONTINUE_SEARCH;
    probing = 0; /* faults of other libraries at the thread's end are not the leaf's */
    struct context *context = exception->context;
    context->next = (uintptr_t)ExitThread;
    context->argument = 0;
    int32_t signal = answer(*exception->code);
    found(&verdict, signal ? FAULT : ENDED, signal);
    context->stack = exit_stack;
#if defined(__x86_64__)
    context->eflags = 0x202; /* neither the trap nor the direction flag */
#endif
    return CONTINUE_EXECUTION;
}

static uint32_t WINAPI probe(void *work) {
    uint32_t bytes = HANDLER_BYTES;
    if (!SetThreadStackGuarantee(&bytes)) return (uint32_t)found(&verdict, NO_CHILD, (int32_t)GetLastError());
    /* Below this frame, to which no call returns. */
    void *frame = __builtin_frame_address(0);
    exit_stack = ((uintptr_t)frame - 256) & ~(uintptr_t)15;
#if defined(__x86_64__)
    exit_stack -= 8; /* as after a call */
#endif
    probing = GetCurrentThreadId();
    do_work(work, &verdict);
    probing = 0;
    return 0;
}

/*
 * The thread's answer. One that has not returned in time is terminated, but only while it is in the leaf
 * function, which holds no lock: on its way there or back it may hold the loader's, which would stay
 * locked, and is waited for. Termination frees the stack but leaks other libraries' data of the thread,
 * since they do not learn of its end. Were a leaf to fault for the first time in the very microsecond of
 * its termination, the system's list of handlers might stay locked.
 */
static void wait_for(void *thread, int32_t limit_s) {
    while (WaitForSingleObject(thread, (uint32_t)limit_s * 1000) == WAIT_TIMEOUT) {
        SuspendThread(thread);
        if (probing && TerminateThread(thread, 0)) found(&verdict, TIMED_OUT, 0);
        ResumeThread(thread);
    }
}

/*
 * NativeChild.run: the addresses of functions int64_t f(void), of which start and stop may be 0; probes
 * are Linux's. The answer is packed().
 */
CC_EXPORT int64_t Java_org_cyclecounter_selector_isolation_NativeChild_run(void *env, void *self, int64_t unused,
                                                                           int64_t ticks, int64_t start,
                                                                           int64_t stop, int32_t reads,
                                                                           int32_t ordered, int32_t limit_s,
                                                                           uint8_t fork) {
    (void)env;
    (void)self;
    (void)unused;
    (void)fork;
    static struct work work; /* a thread that is terminated may still look at it */
    work.ticks = (read_function *)(intptr_t)ticks;
    work.start = (read_function *)(intptr_t)start;
    work.stop = (read_function *)(intptr_t)stop;
    work.reads = reads;
    work.ordered = ordered;
    verdict.reads = 0;
    verdict.phase = STARTING;
    found(&verdict, ENDED, 0);
    void *handler = AddVectoredExceptionHandler(1, on_exception);
    void *thread =
        handler ? CreateThread(0, STACK_BYTES, probe, &work, STACK_SIZE_IS_A_RESERVATION, 0) : 0;
    if (thread) {
        wait_for(thread, limit_s);
        CloseHandle(thread);
    } else {
        found(&verdict, NO_CHILD, (int32_t)GetLastError());
    }
    probing = 0;
    if (handler) RemoveVectoredExceptionHandler(handler);
    return packed(&verdict);
}
