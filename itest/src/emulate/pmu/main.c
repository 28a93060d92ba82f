// SPDX-License-Identifier: Apache-2.0
/*
 * Runs a program, with its threads and children, on a simulated x86-64 PMU: code that opens perf events
 * and reads them by RDPMC can be tested, and made to fail at a selected read, on Linux machines without one.
 *
 *   pmu [OPTION]... [--] PROGRAM [ARGUMENT]...
 *
 * Commands, given as options, or without the dashes in the --control file while the program runs:
 *   --step=N           each read raises the counts of the thread by at least N cycles; 1
 *   --discount=NS      of the CPU time between two stops, NS do not count: the trap's own cost (inf: all)
 *   --slots=N          hardware counters that are left for the events of the thread that runs; 6
 *   --rivals=N         somebody else's events in each thread, not pinned: others take turns with them; 0
 *   --turn=NS          how long such a turn, or one of --stall, lasts, of thread time; 4e6
 *   --lose             rdpmc becomes 0: events keep their cap_user_rdpmc, but RDPMC faults; one that is
 *                      opened while it is 0 never has it
 *   --deny=ERRNO       perf_event_open fails (a number or a name such as EACCES; 0: it works again)
 *   --deny=kill        perf_event_open ends the process that calls it, as a seccomp filter can
 *   --deny-mmap=ERRNO  mmap of an event fails
 *   --dead, --alive    counts stand still, or go on
 *   --stall=SHARE      counts stand still for this part of each turn, and the events' times do not show it: a
 *                      virtual PMU short of counters; 0
 *   --at=N:COMMAND     COMMAND comes into force just before the Nth read from now on (RDPMC, or read(2) of an
 *                      event) by the program's own processes: itself and its children that have not
 *                      executed another file
 *   --at-open=N:COMMAND, --at-mmap=N:COMMAND  the same before their Nth perf_event_open, or mmap of an event
 * Other options:
 *   --control=FILE     commands are read from this file, which is made empty first, a line each: in force
 *                      for every later read or system call on an event
 *   --base=FD          the lowest descriptor of an event; 700, or 2/3 of ulimit -n where that is below 1024
 *   --stats            prints what was done on stderr at the end; --stats=FILE: to the file
 *
 * The exit status is the program's; 125 where it could not be started, 126 or 127 where it could not be
 * executed. README.md says how it works and what it does not do.
 */
#include "pmu.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_COMMANDS 64

static sigjmp_buf faulted;
static const char *stats_file, *commands[MAX_COMMANDS];
static int command_count;

static void on_fault(int signal) { siglongjmp(faulted, signal); }
static void pass_on(int signal) { kill(program, signal); }

/* RDPMC must fault here, and no other supervisor may answer perf_event_open. */
static void check_machine(void) {
    signal(SIGSEGV, on_fault);
    if (sigsetjmp(faulted, 1) == 0) {
        __asm__ volatile("rdpmc" : : "c"(0) : "eax", "edx");
        FAIL("RDPMC does not fault here, so it cannot be simulated: is %s/cpu/rdpmc 2?", DEVICES);
    }
    signal(SIGSEGV, SIG_DFL);
    if (syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0) < 0 && errno == EPERM)
        FAIL("a seccomp filter around this process refuses perf_event_open, as a container's does");
}

/* The child waits until it is traced, then executes the program. */
static void run_child(char **arguments, int ready, int go) {
    char word;
    int theirs = install_filter();
    if (write(ready, &theirs, sizeof theirs) != sizeof theirs || read(go, &word, 1) != 1) _exit(125);
    execvp(*arguments, arguments);
    fprintf(stderr, "pmu: cannot run %s (%m)\n", *arguments);
    _exit(errno == ENOENT ? 127 : 126);
}

static void start(char **arguments) {
    int go[2], ready[2], theirs;
    if (pipe2(go, O_CLOEXEC) != 0 || pipe2(ready, O_CLOEXEC) != 0) FAIL("no pipe (%m)");
    pid_t pid = fork();
    if (pid < 0) FAIL("no child (%m)");
    if (pid == 0) {
        close(go[1]);
        run_child(arguments, ready[1], go[0]);
    }
    close(ready[1]);
    if (read(ready[0], &theirs, sizeof theirs) != sizeof theirs) FAIL("the program did not start");
    if (theirs < 0)
        FAIL("a seccomp filter with notification is refused (%s): it needs Linux 5.9, and none like it around",
             strerror(-theirs));
    trace(pid);
    int process = (int)syscall(SYS_pidfd_open, pid, 0);
    listener = (int)syscall(SYS_pidfd_getfd, process, theirs, 0);
    if (listener < 0) FAIL("pidfd_getfd is refused (%m)");
    close(process);
    ioctl(listener, SECCOMP_IOW(4, __u64), 1); /* SET_FLAGS, SYNC_WAKE_UP: quicker, since Linux 6.6 */
    pthread_t thread;
    if (pthread_create(&thread, NULL, answer_calls, NULL) != 0 || write(go[1], "", 1) != 1)
        FAIL("the program did not start");
}

static int get_options(int argc, char **argv) {
    int first = 1;
    for (; first < argc && strncmp(argv[first], "--", 2) == 0; first++) {
        const char *text = argv[first] + 2;
        if (*text == 0) return first + 1;
        if (sscanf(text, "base=%d", &base_descriptor) == 1) continue;
        if (strncmp(text, "control=", 8) == 0)
            open_control(text + 8);
        else if (strcmp(text, "stats") == 0)
            stats_file = "/dev/stderr";
        else if (strncmp(text, "stats=", 6) == 0)
            stats_file = text + 6;
        else if (command_count < MAX_COMMANDS)
            commands[command_count++] = text;
    }
    return first;
}

static void print_statistics(void) {
    FILE *to = strcmp(stats_file, "/dev/stderr") == 0 ? stderr : fopen(stats_file, "we");
    if (to == NULL) FAIL("cannot write %s (%m)", stats_file);
    const struct statistics *s = &statistics;
    fprintf(to,
            "pmu: opened=%" PRIu64 " denied=%" PRIu64 " mapped=%" PRIu64 " rdpmc=%" PRIu64 " faults=%" PRIu64
            " read=%" PRIu64 " own=%" PRIu64 " others=%" PRIu64 " own-opens=%" PRIu64 " own-mmaps=%" PRIu64
            " execs=%" PRIu64 " javas=%" PRIu64 " forgotten=%" PRIu64 "\n",
            s->opened, s->denied, s->mapped, s->rdpmc, s->faults, s->read, s->own[AT_READ], s->others,
            s->own[AT_OPEN], s->own[AT_MMAP], s->execs, s->javas, s->forgotten);
    fflush(to);
}

/*
 * Processes that the program has left running end with it. The number of a process that has ended
 * may be a stranger's by now.
 */
static void end_others(void) {
    int status;
    for (struct task *task = tasks; task != NULL; task = task->next) {
        if (is_traced(task->process->pid))
            kill(task->process->pid, SIGKILL);
        else
            statistics.forgotten++;
    }
    for (pid_t left; (left = waitpid(-1, &status, __WALL)) > 0;)
        if (WIFSTOPPED(status)) kill(left, SIGKILL);
}

int main(int argc, char **argv) {
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur < 1024) base_descriptor = (int)files.rlim_cur * 2 / 3;
    int first = get_options(argc, argv);
    if (first >= argc) FAIL("usage: pmu [OPTION]... [--] PROGRAM [ARGUMENT]...; main.c lists the options");
    check_machine();
    make_machine();
    for (int i = 0; i < command_count; i++)
        if (!command(commands[i])) FAIL("not an option: --%s", commands[i]);
    start(argv + first);
    files.rlim_cur = files.rlim_max; /* two for each thread */
    setrlimit(RLIMIT_NOFILE, &files);
    signal(SIGINT, SIG_IGN); /* the terminal sends it to the program, too */
    signal(SIGQUIT, SIG_IGN);
    signal(SIGTERM, pass_on);
    signal(SIGHUP, pass_on);
    int status = supervise();
    pthread_mutex_lock(&lock);
    end_others();
    if (stats_file != NULL) print_statistics();
    if (!WIFSIGNALED(status)) _exit(WEXITSTATUS(status));
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    signal(WTERMSIG(status), SIG_DFL);
    kill(getpid(), WTERMSIG(status));
    _exit(128 + WTERMSIG(status));
}
