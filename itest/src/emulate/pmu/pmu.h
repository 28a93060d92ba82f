// SPDX-License-Identifier: Apache-2.0
/*
 * Shared by the parts of the simulated PMU. main.c says what the program does, README.md how.
 *
 * One lock guards everything here: the tracing thread (trace.c) and the thread that answers system
 * calls (seccomp.c) hold it during each use.
 */
#ifndef PMU_H
#define PMU_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

#define FAIL(...) (fprintf(stderr, "pmu: " __VA_ARGS__), fputc('\n', stderr), exit(125))

#define PAGE 4096
#define PMU_TYPE PERF_TYPE_RAW
#define MAX_EVENTS 8192
#define COUNTERS 6 /* AMD's number since Zen; RDPMC of another faults */
#define MAX_COUNTERS 32
#define WIDTH 48
#define HZ 3e9 /* cycles per second of a thread's CPU time */

extern pthread_mutex_t lock;

/* ---- processes.c: who runs ---- */

/* An event that is mapped into an address space. */
struct mapping {
    struct mapping *next;
    struct event *event;
    uint64_t address, size;
};

/* An address space: CR4.PCE, which allows RDPMC, is decided for each (switch_mm in arch/x86/mm/tlb.c). */
struct space {
    struct mapping *mappings;
    int processes;
};

/* A descriptor that refers to an event. */
struct handle {
    struct handle *next;
    struct event *event;
    int number;
    bool close_on_exec;
};

struct files {
    struct handle *handles;
    int processes;
};

struct process {
    struct process *next;
    pid_t pid;
    int threads;
    struct space *space;
    struct files *files;
    bool own; /* the program, or its child that has not executed another file */
};

struct task { /* a thread */
    struct task *next;
    pid_t tid;
    struct process *process;
    int schedstat, syscall;
    uint64_t seen_ns;     /* its CPU time when it was last looked at */
    double turn_ns;       /* how long the present turn of the events that share counters has lasted */
    double clock_ns;      /* how much of its time has been looked at */
    bool unsettled;       /* who has a counter may have changed since: known when the thread runs */
    struct event *events; /* in the order in which they get counters */
};

extern struct task *tasks;
struct task *find_task(pid_t tid);
struct task *add_program(pid_t pid);
struct task *add_child(pid_t tid, uint64_t clone_flags);
bool is_traced(pid_t pid);
void remove_task(struct task *task);
void executed(struct task *task);
uint64_t cpu_time_ns(struct task *task);
void wait_until_blocked(struct task *task);

/* ---- events.c: what is open and mapped ---- */

enum state { OFF, IN_ERROR, WAITING, ACTIVE };

struct event {
    struct event *next; /* the next one of the same thread */
    struct task *task;  /* null once the thread has ended */
    int references;     /* handles and mappings */
    int slot;
    enum state state;
    bool pinned, readable, rival;
    uint64_t count, raw, format;
    double enabled_ns, running_ns;
    struct perf_event_mmap_page *page; /* a rival has none */
};

struct event *new_event(struct task *task, const struct perf_event_attr *attr, int *memory);
struct event *add_rival(struct task *task);
void leave_thread(struct event *event);
void release(struct event *event);
struct handle *find_handle(struct files *files, int number);
void add_handle(struct files *files, int number, struct event *event, bool close_on_exec);
void close_handle(struct files *files, struct handle *handle);
void close_handles(struct files *files, bool on_exec_only);
void copy_handles(struct files *from, struct files *to);
void add_mapping(struct space *space, struct event *event, uint64_t address, uint64_t size);
void unmap(struct space *space, uint64_t address, uint64_t size);
bool may_read(const struct space *space);

/* ---- counters.c: what counts ---- */

void publish(struct event *event);
void catch_up(void);
void advance(struct task *task, bool reading);
void settle(struct task *task);
bool rdpmc(struct task *task, uint32_t counter, uint64_t *value);

/* ---- calls.c: system calls on events ---- */

#define PASS_ON INT64_MAX /* the kernel is to do the call itself */
#define NO_REPLY (INT64_MAX - 1)

void begin_read(struct task *task);
int64_t answer(const struct seccomp_notif *call);

/* ---- seccomp.c ---- */

extern int listener, base_descriptor;
int install_filter(void);
void *answer_calls(void *unused);

/* ---- trace.c ---- */

extern pid_t program;
void trace(pid_t pid);
int supervise(void);

/* ---- machine.c: what /sys and /proc show ---- */

#define DEVICES "/sys/bus/event_source/devices"

void make_machine(void);
char rdpmc_setting(void);
void forbid_rdpmc(void);

/* ---- commands.c: what is asked for ---- */

enum { DENY_KILL = 4096 }; /* above every errno */

struct settings {
    double step, discount_ns, slots, rivals, turn_ns, deny, deny_mmap, dead, stall;
};

enum moment { AT_READ, AT_OPEN, AT_MMAP, MOMENTS };

struct statistics {
    uint64_t opened, denied, mapped, rdpmc, faults, read, others, execs, javas, forgotten;
    uint64_t own[MOMENTS]; /* reads, perf_event_open and mmap of the program's own processes */
};

extern struct settings settings;
extern struct statistics statistics;
bool command(const char *text);
void open_control(const char *path);
void read_control(void);
void reached(enum moment moment);

#endif
