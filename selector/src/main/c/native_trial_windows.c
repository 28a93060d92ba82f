/*
 * Runs a counter's leaf function in a thread of its own, under a vectored exception handler that looks
 * after that thread alone, and says how it fared. Windows only.
 *
 * A JVM lives by exceptions (null checks, safepoints, stack banging): the handler is the first in the
 * list while a trial lasts, and passes on whatever is not of the thread in the leaf function. That
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
#include <cyclecounter.h>

#define WINAPI __stdcall

/* What of CONTEXT is changed; what lies between stays. */
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

/* NativeIsolator's numbers: the status of the thread, and what is answered. */
enum { PASSED = 0, ILL = 1, TRAP, ABRT, BUS, FPE, SEGV, SYS, TOO_LONG, ENDED = 64, NO_CHILD = -1 };

static volatile uint32_t probing; /* the id of the thread that is in the leaf function, or 0 */
static uintptr_t exit_stack;
static volatile int64_t sink;

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
    default: return code >= 0xc000008d && code <= 0xc0000095 ? FPE : ENDED; /* FLOAT_..., INTEGER_... */
    }
}

static int32_t WINAPI on_exception(struct exception *exception) {
    if (GetCurrentThreadId() != probing) return CONTINUE_SEARCH;
    probing = 0; /* what other libraries do when the thread ends is not the leaf's */
    struct context *context = exception->context;
    context->next = (uintptr_t)ExitThread;
    context->argument = (uint64_t)answer(*exception->code);
    context->stack = exit_stack;
#if defined(__x86_64__)
    context->eflags = 0x202; /* neither the trap nor the direction flag */
#endif
    return CONTINUE_EXECUTION;
}

static uint32_t WINAPI probe(void *entry_point) {
    uint32_t bytes = HANDLER_BYTES;
    if (!SetThreadStackGuarantee(&bytes)) return NO_CHILD - GetLastError();
    /* Below this frame, which nobody returns to. */
    exit_stack = ((uintptr_t)__builtin_frame_address(0) - 256) & ~(uintptr_t)15;
#if defined(__x86_64__)
    exit_stack -= 8; /* as after a call */
#endif
    int64_t (*function)(void) = (int64_t(*)(void))entry_point;
    probing = GetCurrentThreadId();
    for (int i = 0; i < 3; i++) sink = function();
    probing = 0;
    return PASSED;
}

/*
 * The thread's answer. One that has not returned in time is terminated, but only while it is in the leaf
 * function, which holds no lock: on its way there or back it may hold the loader's, which would stay
 * locked, and is waited for. Termination frees the stack and leaves what other libraries keep for a
 * thread, since they are not told of its end. Were a leaf to fault for the first time in the very
 * microsecond of its termination, the system's list of handlers might stay locked.
 */
static int32_t wait_for(void *thread, int32_t limit_s) {
    while (WaitForSingleObject(thread, (uint32_t)limit_s * 1000) == WAIT_TIMEOUT) {
        SuspendThread(thread);
        if (probing) TerminateThread(thread, TOO_LONG);
        ResumeThread(thread);
    }
    uint32_t status = ENDED;
    GetExitCodeThread(thread, &status);
    return (int32_t)status;
}

/*
 * PASSED, the number of a signal above (the one that other systems have for the exception), TOO_LONG,
 * ENDED after another exception, or NO_CHILD less an error of Windows. One at a time: the Java side sees
 * to that.
 */
CC_EXPORT int32_t Java_org_cyclecounter_selector_isolation_NativeIsolator_tryLeaf(void *env, void *self,
                                                                                  int64_t entry_point,
                                                                                  int32_t limit_s) {
    (void)env;
    (void)self;
    void *handler = AddVectoredExceptionHandler(1, on_exception);
    if (!handler) return NO_CHILD - (int32_t)GetLastError();
    int32_t result;
    void *thread = CreateThread(0, STACK_BYTES, probe, (void *)(intptr_t)entry_point, STACK_SIZE_IS_A_RESERVATION, 0);
    if (thread) {
        result = wait_for(thread, limit_s);
        CloseHandle(thread);
    } else {
        result = NO_CHILD - (int32_t)GetLastError();
    }
    probing = 0;
    RemoveVectoredExceptionHandler(handler);
    return result;
}
