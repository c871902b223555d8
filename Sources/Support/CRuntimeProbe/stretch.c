#include "stretch.h"

#include <stddef.h>

// Whatever reads a clock comes by here, from within other libraries' locks and from signal handlers: nothing allocates, locks or
// waits. The model keeps the first look on a thread from allocating the variable.
static _Thread_local uint32_t *current __attribute__((tls_model("initial-exec"))) = NULL;
static bool is_watched = false;

uint32_t *stretch_begin(uint32_t *note) {
    uint32_t *before = current;
    current = note;
    return before;
}

uint32_t stretch_take(uint32_t *note) { return __atomic_exchange_n(note, 0, __ATOMIC_RELAXED); }

bool stretch_is_watched(void) { return __atomic_load_n(&is_watched, __ATOMIC_RELAXED); }

void stretch_watch(void) { __atomic_store_n(&is_watched, true, __ATOMIC_RELAXED); }

bool stretch_is_on(void) { return current != NULL; }

void stretch_reads(uint32_t what) {
    if (current != NULL) __atomic_fetch_or(current, what, __ATOMIC_RELAXED);
}
