// SPDX-License-Identifier: Apache-2.0
/*
 * The traced threads and processes, with the address space and the descriptors of each. The flags of
 * clone(2) say what a child shares with its parent: CLONE_VM, CLONE_FILES.
 *
 * Sources: clone(2), proc_pid_status(5), proc_pid_syscall(5); Documentation/scheduler/sched-stats.rst
 * for /proc/PID/schedstat, whose first number is the thread's CPU time in nanoseconds.
 */
#include "pmu.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

struct task *tasks;
static struct process *processes;

static void *allocate(size_t size) {
    void *new = calloc(1, size);
    if (new == NULL) FAIL("out of memory");
    return new;
}

static int open_file_of(pid_t tid, const char *name) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", tid, name);
    return open(path, O_RDONLY | O_CLOEXEC);
}

uint64_t cpu_time_ns(struct task *task) {
    char text[64] = "";
    return pread(task->schedstat, text, sizeof text - 1, 0) > 0 ? strtoull(text, NULL, 10) : task->seen_ns;
}

/* A thread whose system call is being answered may not have left its processor yet: "running". */
void wait_until_blocked(struct task *task) {
    char state = 'r';
    while (pread(task->syscall, &state, 1, 0) == 1 && state == 'r') sched_yield();
}

struct task *find_task(pid_t tid) {
    struct task *task = tasks;
    while (task != NULL && task->tid != tid) task = task->next;
    return task;
}

static struct process *find_process(pid_t pid) {
    struct process *process = processes;
    while (process != NULL && process->pid != pid) process = process->next;
    return process;
}

static struct process *add_process(pid_t pid, bool own, struct space *space, struct files *files) {
    struct process *process = allocate(sizeof *process);
    *process = (struct process){processes, pid, 0, space, files, own};
    space->processes++;
    files->processes++;
    return processes = process;
}

static struct task *add_task(pid_t tid, struct process *process) {
    struct task *task = allocate(sizeof *task);
    task->tid = tid;
    task->process = process;
    task->syscall = open_file_of(tid, "syscall");
    task->schedstat = open_file_of(tid, "schedstat");
    /* A thread that has been killed has no files: it has run for no time, and its end is still reported. */
    if (task->schedstat < 0 && errno != ENOENT && errno != ESRCH) FAIL("cannot read /proc/%d/schedstat (%m)", tid);
    task->seen_ns = cpu_time_ns(task);
    task->next = tasks;
    process->threads++;
    return tasks = task;
}

struct task *add_program(pid_t pid) {
    return add_task(pid, add_process(pid, true, allocate(sizeof(struct space)), allocate(sizeof(struct files))));
}

/*
 * The thread's process and the parent of that; false if the thread's end has been reported: it is
 * no longer traced, though it is a zombie until its parent asks. A child may have come and gone
 * before its parent's stop, at making it, is looked at.
 */
static bool read_status(pid_t tid, pid_t *pid, pid_t *parent) {
    char text[PAGE] = "";
    int file = open_file_of(tid, "status"), tracer;
    if (file < 0) return false;
    ssize_t size = read(file, text, sizeof text - 1);
    close(file);
    const char *at = size > 0 ? strstr(text, "\nTgid:") : NULL;
    return at && sscanf(at, "\nTgid: %d Ngid: %*d Pid: %*d PPid: %d TracerPid: %d", pid, parent, &tracer) == 3 &&
           tracer == getpid();
}

bool is_traced(pid_t pid) {
    pid_t itself, parent;
    return read_status(pid, &itself, &parent);
}

/*
 * A new thread or process. Either it or its parent is stopped, so the parent is still there. Null if
 * it was killed.
 */
struct task *add_child(pid_t tid, uint64_t clone_flags) {
    pid_t pid, parent_pid;
    if (!read_status(tid, &pid, &parent_pid)) return NULL;
    struct process *process = find_process(pid), *parent = find_process(parent_pid);
    if (process == NULL) {
        bool same_space = parent != NULL && (clone_flags & CLONE_VM);
        bool same_files = parent != NULL && (clone_flags & CLONE_FILES);
        struct space *space = same_space ? parent->space : allocate(sizeof *space);
        struct files *files = same_files ? parent->files : allocate(sizeof *files);
        if (parent != NULL && !same_files) copy_handles(parent->files, files);
        process = add_process(pid, parent != NULL && parent->own, space, files);
    }
    return add_task(tid, process);
}

static void leave_space(struct process *process) {
    if (--process->space->processes > 0) return;
    unmap(process->space, 0, UINT64_MAX);
    free(process->space);
}

static void leave_files(struct process *process) {
    if (--process->files->processes > 0) return;
    close_handles(process->files, false);
    free(process->files);
}

void remove_task(struct task *task) {
    struct task **at = &tasks;
    while (*at != task) at = &(*at)->next;
    *at = task->next;
    while (task->events != NULL) leave_thread(task->events);
    struct process *process = task->process;
    close(task->schedstat);
    close(task->syscall);
    free(task);
    if (--process->threads > 0) return;
    leave_space(process);
    leave_files(process);
    struct process **here = &processes;
    while (*here != process) here = &(*here)->next;
    *here = process->next;
    free(process);
}

/* Another file runs in the process from now on: execve(2) gives it an address space and descriptors. */
void executed(struct task *task) {
    struct process *process = task->process;
    leave_space(process);
    process->space = allocate(sizeof(struct space));
    process->space->processes = 1;
    if (process->files->processes > 1) {
        struct files *files = allocate(sizeof *files);
        copy_handles(process->files, files);
        leave_files(process);
        process->files = files;
        files->processes = 1;
    }
    close_handles(process->files, true);
    process->own = process->own && process->pid == program;
}
