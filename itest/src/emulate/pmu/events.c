// SPDX-License-Identifier: Apache-2.0
/*
 * Events: a page of memory that the program maps, the descriptors and the mappings that refer to it.
 * An event lives, and counts, until the last of these is gone (perf_release and perf_mmap_close in
 * kernel/events/core.c: a mapping holds the file).
 */
#include "pmu.h"

#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

/* Where Linux starts a counter: -(2^47 - 1), x86_perf_event_set_period in arch/x86/events/core.c. */
#define FIRST_RAW ((uint64_t)(1 - ((int64_t)1 << (WIDTH - 1))))

static struct event *append(struct task *task, struct event event) {
    struct event *new = malloc(sizeof *new), **last = &task->events;
    if (new == NULL) FAIL("out of memory");
    *new = event;
    new->task = task;
    new->raw = FIRST_RAW;
    while (*last != NULL) last = &(*last)->next;
    return *last = new;
}

/* Another's event in the same thread, with which those of the program that are not pinned take turns. */
struct event *add_rival(struct task *task) {
    return append(task, (struct event){.state = WAITING, .rival = true});
}

/* A thread's event without a handle, and the memory behind its page; null if there is no memory. */
struct event *new_event(struct task *task, const struct perf_event_attr *attr, int *memory) {
    *memory = memfd_create("pmu-event", MFD_CLOEXEC);
    if (*memory < 0) return NULL;
    struct perf_event_mmap_page *page = MAP_FAILED;
    if (ftruncate(*memory, PAGE) == 0) page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, *memory, 0);
    if (page == MAP_FAILED) {
        close(*memory);
        return NULL;
    }
    bool readable = rdpmc_setting() != '0'; /* x86_pmu_event_init: for good */
    page->size = offsetof(struct perf_event_mmap_page, __reserved);
    page->cap_bit0_is_deprecated = 1;
    page->cap_user_rdpmc = readable;
    page->pmc_width = WIDTH;
    return append(task, (struct event){.state = attr->disabled ? OFF : WAITING,
                                       .pinned = attr->pinned,
                                       .format = attr->read_format,
                                       .readable = readable,
                                       .page = page});
}

/* The thread has ended, or nothing refers to the event any more. */
void leave_thread(struct event *event) {
    struct event **at = &event->task->events;
    while (*at != event) at = &(*at)->next;
    *at = event->next;
    event->task = NULL;
    event->state = OFF;
    if (event->rival)
        free(event);
    else
        publish(event);
}

/* One handle or mapping less. */
void release(struct event *event) {
    if (--event->references > 0) return;
    if (event->task != NULL) {
        struct task *task = event->task;
        leave_thread(event);
        settle(task);
    }
    munmap(event->page, PAGE);
    free(event);
}

struct handle *find_handle(struct files *files, int number) {
    struct handle *handle = files->handles;
    while (handle != NULL && handle->number != number) handle = handle->next;
    return handle;
}

void add_handle(struct files *files, int number, struct event *event, bool close_on_exec) {
    struct handle *handle = malloc(sizeof *handle);
    if (handle == NULL) FAIL("out of memory");
    *handle = (struct handle){files->handles, event, number, close_on_exec};
    files->handles = handle;
    event->references++;
}

void close_handle(struct files *files, struct handle *handle) {
    struct handle **at = &files->handles;
    while (*at != handle) at = &(*at)->next;
    *at = handle->next;
    release(handle->event);
    free(handle);
}

void close_handles(struct files *files, bool on_exec_only) {
    for (struct handle *handle = files->handles, *next; handle != NULL; handle = next) {
        next = handle->next;
        if (handle->close_on_exec || !on_exec_only) close_handle(files, handle);
    }
}

void copy_handles(struct files *from, struct files *to) {
    for (struct handle *handle = from->handles; handle != NULL; handle = handle->next)
        add_handle(to, handle->number, handle->event, handle->close_on_exec);
}

void add_mapping(struct space *space, struct event *event, uint64_t address, uint64_t size) {
    struct mapping *mapping = malloc(sizeof *mapping);
    if (mapping == NULL) FAIL("out of memory");
    *mapping = (struct mapping){space->mappings, event, address, size};
    space->mappings = mapping;
    event->references++;
}

/* Removes the mappings that touch the range. */
void unmap(struct space *space, uint64_t address, uint64_t size) {
    for (struct mapping **at = &space->mappings; *at != NULL;) {
        struct mapping *mapping = *at;
        bool apart = mapping->address + mapping->size <= address ||
                     (mapping->address >= address && mapping->address - address >= size);
        if (apart) {
            at = &mapping->next;
            continue;
        }
        *at = mapping->next;
        release(mapping->event);
        free(mapping);
    }
}

/* cr4_update_pce_mm in arch/x86/mm/tlb.c: by the setting, and whether such an event is mapped. */
bool may_read(const struct space *space) {
    char setting = rdpmc_setting();
    if (setting != '1') return setting == '2';
    for (const struct mapping *mapping = space->mappings; mapping != NULL; mapping = mapping->next)
        if (mapping->event->readable) return true;
    return false;
}
