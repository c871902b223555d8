#ifndef SQLITE_SETTINGS_H
#define SQLITE_SETTINGS_H

/// Stops SQLite from counting the memory that it allocates, which takes a lock for every allocation.
///
/// It has to be called before the first database is opened; afterwards it changes nothing. (`sqlite3_config` takes a variable number of
/// arguments, so Swift cannot call it.)
void sqlite_stop_counting_memory(void);

/// Lets a read that fails be an input or output error. SQLite takes EIO, ENXIO and ERANGE of a read for damage of the file, so that
/// nobody could tell a disk that is gone for a moment from a file with wrong content.
///
/// It changes the reads of all databases that are opened after it.
void sqlite_tell_read_errors_from_damage(void);

typedef struct sqlite3 sqlite3;

/// Registers the SQL function `row_checksum`, which returns a number of 32 bits that differs for nearly all other values of its arguments.
///
/// The number is the same on all little-endian machines. It finds damage, not intent: anyone can compute it.
///
/// @return A code of SQLite.
int sqlite_add_row_checksum(sqlite3 *database);

#endif
