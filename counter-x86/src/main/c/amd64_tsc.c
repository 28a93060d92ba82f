/* amd64-tsc: the time-stamp counter, under libcpucycles's other name for it. See x86.h. */
#include "x86.h"

CC_READ(org_cyclecounter_x86_Amd64Tsc, ticks) { return x86_rdtsc(); }
X86_TICKS_ADDRESS(org_cyclecounter_x86_Amd64Tsc)
