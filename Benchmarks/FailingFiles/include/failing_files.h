/* Lets operations on the files of a directory fail, or its syncs take long. It is loaded with LD_PRELOAD:

   FAILING_FILES_FOLDER    the directory, which must exist
   FAILING_FILES_CONTROL   a file of a `struct failing_files`, in which another process orders faults while the program runs
   FAILING_FILES_LOG       the file to which each operation that fails is added as a line

   Each operation has a number, in the order of the calls: opening, reading, writing, truncating, mapping and syncing of a regular file
   in the directory, and creating, renaming, linking and removing of its names. A fault begins with an operation and ends after a number
   of operations that fail with it, or when it is withdrawn. What is written through mapped memory does not fail, and neither do closing
   and asking for attributes. */
#ifndef FAILING_FILES_H
#define FAILING_FILES_H

#include <stdint.h>

enum failing_kind {
    FAILING_EIO = 1,         /* Every operation fails with EIO. */
    FAILING_FULL = 2,        /* What needs room fails with ENOSPC; other operations succeed. */
    FAILING_SHORT = 3,       /* The first write writes half of its bytes; the later ones fail with ENOSPC. */
    FAILING_EIO_OF_SYNC = 4, /* Syncs fail with EIO; other operations succeed. */
    FAILING_EIO_OF_READ = 5  /* Reading and mapping fail with EIO; other operations succeed. */
};

/* In the machine's byte order. */
struct failing_files {
    _Atomic uint64_t operations;   /* The operations so far. */
    _Atomic uint64_t failures;     /* Those of them that failed. */
    _Atomic uint64_t kind;         /* What fails. */
    _Atomic uint64_t first;        /* The number of the operation with which the fault begins. */
    _Atomic uint64_t remaining;    /* The number of operations that are still to fail; 0 for none. */
    _Atomic uint64_t milliseconds; /* The time that each sync takes longer. */
};

#endif
