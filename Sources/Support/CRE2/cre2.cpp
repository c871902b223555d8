#include "cre2.h"

#include <re2/filtered_re2.h>
#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

struct cre2_pattern {
    re2::RE2 pattern;
    cre2_pattern(const re2::StringPiece &text, const re2::RE2::Options &options) : pattern(text, options) {}
};

struct cre2_set {
    re2::RE2::Set set;
    explicit cre2_set(const re2::RE2::Options &options) : set(options, re2::RE2::UNANCHORED) {}
};

struct cre2_filter {
    re2::FilteredRE2 filter;
    std::vector<std::string> atoms;
    explicit cre2_filter(int shortest_atom) : filter(shortest_atom) {}
};

namespace {

re2::RE2::Options options(bool case_sensitive, int64_t max_mem) {
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_case_sensitive(case_sensitive);
    options.set_max_mem(max_mem);
    return options;
}

void say(const char *message, char *error, size_t capacity) {
    if (capacity == 0) return;
    std::strncpy(error, message, capacity - 1);
    error[capacity - 1] = '\0';
}

}  // namespace

extern "C" cre2_pattern *cre2_pattern_new(
    const char *text, size_t length, bool case_sensitive, int64_t max_mem, char *error, size_t error_capacity) {
    try {
        auto made = std::make_unique<cre2_pattern>(re2::StringPiece(text, length), options(case_sensitive, max_mem));
        if (made->pattern.ok()) return made.release();
        say(made->pattern.error().c_str(), error, error_capacity);
    } catch (...) {
        say("out of memory", error, error_capacity);
    }
    return nullptr;
}

extern "C" void cre2_pattern_free(cre2_pattern *pattern) { delete pattern; }

extern "C" int cre2_pattern_find(
    const cre2_pattern *pattern, const char *text, size_t length, size_t from, int count, size_t *starts, size_t *ends) {
    try {
        if (count < 1 || count > CRE2_MAX_GROUPS || count - 1 > pattern->pattern.NumberOfCapturingGroups()) return -1;
        re2::StringPiece groups[CRE2_MAX_GROUPS];
        re2::StringPiece whole(text, length);
        if (from > length || !pattern->pattern.Match(whole, from, length, re2::RE2::UNANCHORED, groups, count)) return 0;
        for (int group = 0; group < count; group++) {
            bool is_part = groups[group].data() != nullptr;
            starts[group] = is_part ? static_cast<size_t>(groups[group].data() - text) : SIZE_MAX;
            ends[group] = is_part ? starts[group] + groups[group].size() : SIZE_MAX;
        }
        return 1;
    } catch (...) {
        return -1;
    }
}

extern "C" cre2_set *cre2_set_new(bool case_sensitive, int64_t max_mem) {
    try {
        return new cre2_set(options(case_sensitive, max_mem));
    } catch (...) {
        return nullptr;
    }
}

extern "C" void cre2_set_free(cre2_set *set) { delete set; }

extern "C" int cre2_set_add(cre2_set *set, const char *text, size_t length) {
    try {
        return set->set.Add(re2::StringPiece(text, length), nullptr);
    } catch (...) {
        return -1;
    }
}

extern "C" bool cre2_set_compile(cre2_set *set) {
    try {
        return set->set.Compile();
    } catch (...) {
        return false;
    }
}

extern "C" int cre2_set_match(const cre2_set *set, const char *text, size_t length, int *indices, size_t capacity) {
    try {
        std::vector<int> found;
        re2::RE2::Set::ErrorInfo error;
        if (!set->set.Match(re2::StringPiece(text, length), &found, &error)) {
            return error.kind == re2::RE2::Set::kNoError ? 0 : -1;
        }
        size_t count = std::min(found.size(), capacity);
        std::copy_n(found.begin(), count, indices);
        return static_cast<int>(count);
    } catch (...) {
        return -1;
    }
}

extern "C" cre2_filter *cre2_filter_new(int shortest_atom) {
    try {
        return new cre2_filter(shortest_atom);
    } catch (...) {
        return nullptr;
    }
}

extern "C" void cre2_filter_free(cre2_filter *filter) { delete filter; }

extern "C" bool cre2_filter_add(
    cre2_filter *filter, const char *text, size_t length, bool case_sensitive, int64_t max_mem) {
    try {
        int id = 0;
        return filter->filter.Add(re2::StringPiece(text, length), options(case_sensitive, max_mem), &id) == re2::RE2::NoError;
    } catch (...) {
        return false;
    }
}

extern "C" bool cre2_filter_compile(cre2_filter *filter) {
    try {
        filter->filter.Compile(&filter->atoms);
        return true;
    } catch (...) {
        return false;
    }
}

extern "C" int cre2_filter_atom_count(const cre2_filter *filter) { return static_cast<int>(filter->atoms.size()); }

extern "C" const char *cre2_filter_atom(const cre2_filter *filter, int index, size_t *length) {
    if (index < 0 || static_cast<size_t>(index) >= filter->atoms.size()) {
        *length = 0;
        return nullptr;
    }
    *length = filter->atoms[index].size();
    return filter->atoms[index].data();
}

extern "C" int cre2_filter_potentials(
    const cre2_filter *filter, const int *atoms, size_t atom_count, int *indices, size_t capacity) {
    try {
        std::vector<int> potentials;
        filter->filter.AllPotentials(std::vector<int>(atoms, atoms + atom_count), &potentials);
        size_t count = std::min(potentials.size(), capacity);
        std::copy_n(potentials.begin(), count, indices);
        return static_cast<int>(count);
    } catch (...) {
        return -1;
    }
}
