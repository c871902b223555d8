/* The record of the operations: its file, the paths in the directory, and the files that have a number. */
#ifndef RECORD_H
#define RECORD_H

#include "unsynced_writes.h"

#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>

/* A name that the library exported would replace one of the program. */
#pragma GCC visibility push(hidden)

/* A file of the directory that has a number. */
struct watched {
    ino_t inode;
    uint32_t number;
    bool is_log;       /* A write-ahead log. */
    bool has_frames;   /* Frames were written since its last sync. */
    uint64_t left_out; /* What its last sync covered, if that is not in the record. */
};

/* Returns whether there is a record. Without one, every function is that of the system. */
bool is_recording(void);

/* Ends the program, because its record would not be complete. */
_Noreturn void fail(const char *reason);

/* Writes the path of a name relative to the directory, which may be free. Returns false if it is outside or not recorded. */
bool locate(int base, const char *name, char path[PATH_MAX]);

/* Guards the record and the files. The callers of the following functions hold it. */
extern pthread_mutex_t record_lock;

/* Returns the entry of a file, and records its path the first time; NULL if it is outside, not recorded, or has lost its name. */
struct watched *watch(int file);

/* Forgets the file that had a name before it was removed, if that was its last. Its inode may soon be that of another file. */
void forget(const struct stat *status);

/* The number of records so far. */
uint64_t record_count(void);

void append_write(const struct watched *file, uint64_t position, const struct iovec *parts, int count, size_t length);
void append_truncate(const struct watched *file, uint64_t length);
void append_paths(enum unsynced_kind kind, const char *path, const char *second);

/* Records the sync of a file, or leaves it out if it is that of a commit. */
void append_sync(uint32_t number, uint64_t covered, bool is_commit);

/* Records the syncs that were left out. SQLite with synchronous = NORMAL syncs a log before it copies frames to the database. */
void append_syncs_left_out(void);

#pragma GCC visibility pop

#endif
