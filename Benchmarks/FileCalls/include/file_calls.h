/* The C library's functions that change files, in place of its own. Those that a program calls become one of the following, which the
   library that is loaded with LD_PRELOAD implements: each performs the call, or does something else. */
#ifndef FILE_CALLS_H
#define FILE_CALLS_H

#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>

/* A name that the library exported would replace one of the program. */
#pragma GCC visibility push(hidden)

/* Returns whether a descriptor may be that of a file in the directory. Others are written without `write_parts`. */
bool is_candidate(int file);

int open_file(int base, const char *path, int flags, mode_t mode);

/* Writes to a candidate; at its own position if `offset` is negative. */
ssize_t write_parts(int file, const struct iovec *parts, int count, off_t offset);
int truncate_file(int file, off_t length);

/* Syncs a file with the system call SYS_fsync or SYS_fdatasync. */
int sync_file(int file, long call);

/* Removes a file, or a directory if the flags contain AT_REMOVEDIR. */
int remove_name(int base, const char *name, int flags);
int rename_file(int base, const char *name, int next_base, const char *next, unsigned flags);
int link_file(int base, const char *name, int next_base, const char *next, int flags);
int make_folder(int base, const char *name, mode_t mode);

#pragma GCC visibility pop

#endif
