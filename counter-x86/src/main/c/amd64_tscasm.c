/* amd64-tscasm: the time-stamp counter, by inline assembly. See x86.h for the instructions and their sources. */
#include "x86.h"

X86_TSC(org_cyclecounter_x86_Amd64TscAsm, x86_rdtsc())
