/* Counts the calls of a process to functions of the C library and SQLite. It is loaded with LD_PRELOAD and has no interface: the file
   that CALL_COUNTS names receives the counts, each as an unsigned 64-bit number in the machine's byte order. */
#ifndef CALL_COUNTER_H
#define CALL_COUNTER_H

#include <stdatomic.h>

struct call_counts {
    _Atomic unsigned long allocations; /* malloc, calloc, realloc and the aligned ones. */
    _Atomic unsigned long syncs;       /* fsync and fdatasync. */
    _Atomic unsigned long statements;  /* Statements that SQLite prepared. */
};

#endif
