#ifndef STRETCH_H
#define STRETCH_H

#include <stdbool.h>
#include <stdint.h>

/// What a stretch of code has read of the machine that it runs on: the bits of its note.
enum {
    stretch_wall_clock = 1,
    /// Time that only grows, and that of the processor.
    stretch_running_clock = 2,
    stretch_chance = 4,
};

/// From now on, what this thread reads is written into a note; nowhere where it is null.
///
/// Returns the note that it was written into before.
uint32_t *_Nullable stretch_begin(uint32_t *_Nullable note);

/// What a note says. It is empty afterwards.
uint32_t stretch_take(uint32_t *_Nonnull note);

/// Whether readings are seen at all: in programs that CClockInterposer is part of.
bool stretch_is_watched(void);

// For CClockInterposer.

void stretch_watch(void);

/// Whether what this thread reads is written down.
bool stretch_is_on(void);

/// Writes a reading of this thread down.
void stretch_reads(uint32_t what);

#endif
