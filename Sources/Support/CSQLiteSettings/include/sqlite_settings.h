#ifndef SQLITE_SETTINGS_H
#define SQLITE_SETTINGS_H

/// Stops SQLite from counting the memory that it allocates, which takes a lock for every allocation.
///
/// It has to be called before the first database is opened; afterwards it changes nothing. (`sqlite3_config` takes a variable number of
/// arguments, so Swift cannot call it.)
void sqlite_stop_counting_memory(void);

#endif
