/* Records what a program writes to a directory and when it syncs it, so that the directory can be built as a power cut at any point
   of the record could have left it. It is loaded with LD_PRELOAD and has no interface but its environment variables:

   UNSYNCED_WRITES_FOLDER       the directory, which must exist
   UNSYNCED_WRITES_LOG          the file of the record, outside of the directory; it is begun anew
   UNSYNCED_WRITES_SYNCHRONOUS  `normal` to leave out the syncs of commits, as SQLite does with synchronous = NORMAL: those of a
                                write-ahead log (`-wal`) to which frames were written since its last sync. Such a sync is recorded
                                before the next write to another file, because a checkpoint copies only frames that are synced.

   The record is a correct history. One lock is held from before an operation until it has been recorded, so that the records have
   the order of the operations. A sync would block all writes for its duration; it therefore takes the lock twice. Before the sync,
   the number of records so far is noted: only these are certain to be covered. After its return, it is recorded with that number.
   If the process is killed between an operation and its record, the operation is missing. That is a history too: the program has
   not seen the operation return, and no recorded sync covers it. The last record may be truncated then, and is to be ignored.

   A file is identified by its inode, and named with its path when it is first created, written or synced. The record does not
   contain: changes of modes and times, indexes of write-ahead logs (`-shm`), sockets, symbolic links, writes through mapped memory,
   and the calls that neither the bot nor its libraries make in its data directory, such as fallocate, copy_file_range and sync. A
   rename or link that crosses the boundary of the directory ends the program. */
#ifndef UNSYNCED_WRITES_H
#define UNSYNCED_WRITES_H

#include <stdint.h>

enum unsynced_kind {
    UNSYNCED_OPEN = 1,     /* `file` is what a path names: a directory if its position is 1. It is new if the path was free. */
    UNSYNCED_WRITE = 2,    /* Bytes were written to `file` at a position. */
    UNSYNCED_TRUNCATE = 3, /* `file` has the length that is its position. */
    UNSYNCED_SYNC = 4,     /* `file` was synced; its position is the number of records that were made before the sync began. */
    UNSYNCED_RENAME = 5,   /* A path was renamed to the second one. */
    UNSYNCED_UNLINK = 6,   /* A path was removed, also that of a directory. */
    UNSYNCED_LINK = 7,     /* The file at a path also has the second one. */
    UNSYNCED_MKDIR = 8     /* A directory was created. */
};

/* The header of a record, in the machine's byte order. The bytes of a write or the path, and then the second path, follow it. Paths
   are relative to the directory, which itself is the empty path. */
struct unsynced_record {
    uint32_t kind;
    uint32_t file; /* The number of a file; 0 for operations on paths. */
    uint64_t position;
    uint32_t length;        /* Bytes of the write or the path. */
    uint32_t second_length; /* Bytes of the second path. */
};

#endif
