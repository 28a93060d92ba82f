/* x86-tscasm: the time-stamp counter, by inline assembly. See x86.h for the instructions and their sources. */
#include "x86.h"

CC_READ(org_cyclecounter_x86_X86TscAsm, ticks) { return x86_rdtsc(); }
X86_TICKS_ADDRESS(org_cyclecounter_x86_X86TscAsm)
