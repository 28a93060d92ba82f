/* Switches RDTSC off and on for the calling thread: prctl(2), PR_SET_TSC. */
#include <cyclecounter.h>

extern int prctl(int option, ...);

#define PR_SET_TSC 26
#define PR_TSC_ENABLE 1L
#define PR_TSC_SIGSEGV 2L

CC_EXPORT int32_t Java_org_cyclecounter_itest_loss_TscLoss_setTsc(void *env, void *self, int32_t on) {
    (void)env;
    (void)self;
    return prctl(PR_SET_TSC, on ? PR_TSC_ENABLE : PR_TSC_SIGSEGV, 0L, 0L, 0L);
}
