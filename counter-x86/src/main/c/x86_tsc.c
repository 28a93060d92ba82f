/* x86-tsc: the time-stamp counter, by the compiler's intrinsic. See x86.h for the instructions and their sources. */
#include "x86.h"

CC_READ(org_cyclecounter_x86_X86Tsc, ticks) { return (int64_t)__builtin_ia32_rdtsc(); }
X86_TICKS_ADDRESS(org_cyclecounter_x86_X86Tsc)
