// SPDX-License-Identifier: Apache-2.0
/*
 * A seccomp filter for this process and those that it starts: rt_sigaction of SIGTRAP fails with EPERM, or ends
 * the process. seccomp(2); uapi/linux/{seccomp,filter,bpf_common}.h.
 */
#include <linux_call.h>

#define PRCTL 157
#define SECCOMP 317
#define PR_SET_NO_NEW_PRIVS 38
#define SECCOMP_SET_MODE_FILTER 1
#define SECCOMP_FILTER_FLAG_TSYNC 1
#define RT_SIGACTION 13
#define SIGTRAP 5
#define LOAD 0x20       /* BPF_LD | BPF_W | BPF_ABS */
#define JUMP_EQUAL 0x15 /* BPF_JMP | BPF_JEQ | BPF_K */
#define RETURN 0x06     /* BPF_RET | BPF_K */
#define ALLOW 0x7fff0000u
#define EPERM 0x00050001u
#define KILL 0x80000000u

struct filter {
    uint16_t code;
    uint8_t if_true, if_false;
    uint32_t value;
};

struct program {
    uint16_t length;
    const struct filter *filters;
};

CC_EXPORT int64_t Java_org_cyclecounter_instructions_RefusingKernel_refuse(CC_UNUSED_ENV, uint8_t kills) {
    const struct filter filters[] = {
        {LOAD, 0, 0, 0},                             /* the number of the call */
        {JUMP_EQUAL, 0, 3, RT_SIGACTION},            /* else allow */
        {LOAD, 0, 0, 16},                            /* its first argument */
        {JUMP_EQUAL, 0, 1, SIGTRAP},                 /* else allow */
        {RETURN, 0, 0, kills ? KILL : EPERM},
        {RETURN, 0, 0, ALLOW},
    };
    const struct program program = {sizeof filters / sizeof *filters, filters};
    cc_call(PRCTL, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0);
    return cc_call(SECCOMP, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, (intptr_t)&program, 0, 0, 0);
}
