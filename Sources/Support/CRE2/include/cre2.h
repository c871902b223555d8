#ifndef CRE2_H
#define CRE2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A C face for the part of RE2 that is used here. Texts are UTF-8 with a length; nothing is kept of them.
// No exception leaves these functions: where memory runs out they say that they failed.

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cre2_pattern cre2_pattern;
typedef struct cre2_set cre2_set;

// Compiles a pattern. NULL on failure, with a message in `error`, always terminated.
cre2_pattern *cre2_pattern_new(
    const char *text, size_t length, bool case_sensitive, int64_t max_mem, char *error, size_t error_capacity);
void cre2_pattern_free(cre2_pattern *pattern);

// The number of groups of a match that can be asked for, with group 0, the whole match.
enum { CRE2_MAX_GROUPS = 34 };

// Finds the first match that begins at `from` or later and says where its first `count` groups lie. A group that is not part of
// the match begins at SIZE_MAX. 1: found, 0: not found, -1: failed.
int cre2_pattern_find(
    const cre2_pattern *pattern, const char *text, size_t length, size_t from, int count, size_t *starts, size_t *ends);

// A set answers which of many patterns match, in one pass.
cre2_set *cre2_set_new(bool case_sensitive, int64_t max_mem);
void cre2_set_free(cre2_set *set);

// The pattern's index in the set, or -1.
int cre2_set_add(cre2_set *set, const char *text, size_t length);

// To be called once, after the last pattern. False where the set needs more memory than it may have.
bool cre2_set_compile(cre2_set *set);

// Writes the indices of the patterns that match, in no order, and returns how many they are; -1: failed.
int cre2_set_match(const cre2_set *set, const char *text, size_t length, int *indices, size_t capacity);

// A filter knows the texts ("atoms") of which some must be there for a pattern to match: lower-case UTF-8, all different.
typedef struct cre2_filter cre2_filter;

cre2_filter *cre2_filter_new(int shortest_atom);
void cre2_filter_free(cre2_filter *filter);
bool cre2_filter_add(cre2_filter *filter, const char *text, size_t length, bool case_sensitive, int64_t max_mem);

// To be called once, after the last pattern; then the atoms are there.
bool cre2_filter_compile(cre2_filter *filter);
int cre2_filter_atom_count(const cre2_filter *filter);

// An atom and its length; it lives as long as the filter.
const char *cre2_filter_atom(const cre2_filter *filter, int index, size_t *length);

// Writes the indices of the patterns that may match a text with these atoms, ascending, and returns how many they are; -1:
// failed.
int cre2_filter_potentials(
    const cre2_filter *filter, const int *atoms, size_t atom_count, int *indices, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
