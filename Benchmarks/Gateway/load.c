// The load: numbered questions and lines of chat, and the count of their answers.
#include "gateway.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>

#define SECOND INT64_C(1000000000)
#define PATIENCE (5 * SECOND)  // How long a question waits for its answer.
#define QUIET SECOND           // How long a bot must be silent to count as ready.

enum {
    max_lines = 5000000,
    max_lanes = 100000,
    max_rate = 1000000,
    max_unsent = 64 << 10,  // Bytes that wait for the socket before the load pauses.
};

typedef struct {
    int64_t id;
    int64_t asked, answered;  // Uptimes; `answered` is zero without an answer in time.
    uint32_t line;            // The number of its line in the command.
    uint32_t lane;
    uint32_t order;           // The position of its answer among all answers.
    bool is_answered;         // In time or late.
    bool is_given_up;
} Question;

static struct {
    enum { idle, waiting, closed, paced } mode;
    uint64_t bot;             // The number of the connection that is asked.
    uint32_t lines, said;     // The lines to say, and those said so far.
    uint32_t due;             // Lines that the rate allows so far.
    uint32_t every;           // One line in so many is a question.
    uint64_t first_line;      // Lines said by earlier commands; they never repeat.
    Question *questions;
    size_t asked, settled, oldest;
    uint32_t answers, doubled;
    uint32_t *lane_lines;     // How many lines each lane has said.
    uint32_t *ready;          // A ring of the lanes that may speak.
    uint32_t lanes, ready_first, ready_count;
    int64_t began, cpu;
} load;

static int64_t processor_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * SECOND + time.tv_nsec;
}

bool load_is_active(void) { return load.mode != idle; }

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) fail("out of memory");
    return memory;
}

static const char *begin(uint32_t lines, size_t questions) {
    const Connection *bot = bot_socket();
    if (!bot) {
        load.mode = idle;
        return "no bot is connected";
    }
    load.bot = bot->number;
    load.lines = lines;
    load.questions = allocate(questions, sizeof *load.questions);
    load.said = load.due = 0;
    load.asked = load.settled = load.oldest = 0;
    load.answers = load.doubled = 0;
    load.began = uptime();
    load.cpu = processor_time();
    return NULL;
}

static const char *begin_closed(uint32_t lanes, uint32_t lines, uint32_t every) {
    load.mode = closed;
    // Each lane asks at most once more than its share, and the last line is always a question.
    const char *error = begin(lines, (size_t)lines / every + lanes + 1);
    if (error) return error;
    load.every = every;
    load.lanes = load.ready_count = lanes;
    load.ready_first = 0;
    load.lane_lines = allocate(lanes, sizeof *load.lane_lines);
    load.ready = allocate(lanes, sizeof *load.ready);
    for (uint32_t lane = 0; lane < lanes; lane++) load.ready[lane] = lane;
    return NULL;
}

static const char *begin_paced(uint32_t rate, uint32_t count) {
    load.mode = paced;
    const char *error = begin(count, count);
    if (error) return error;
    start_timer(SECOND / rate);
    return NULL;
}

// Starts a command. Returns an error, which is the command's only effect.
const char *load_start(const char *command) {
    uint32_t first, second, third;
    char rest;
    if (strcmp(command, "wait") == 0) {
        load.mode = waiting;
        return NULL;
    }
    if (sscanf(command, "closed %9" SCNu32 " %9" SCNu32 " %9" SCNu32 "%c", &first, &second, &third, &rest) == 3) {
        bool is_good = first > 0 && first <= max_lanes && second > 0 && second <= max_lines && third > 0;
        return is_good ? begin_closed(first, second, third) : "out of range";
    }
    if (sscanf(command, "paced %9" SCNu32 " %9" SCNu32 "%c", &first, &second, &rest) == 2) {
        bool is_good = first > 0 && first <= max_rate && second > 0 && second <= max_lines;
        return is_good ? begin_paced(first, second) : "out of range";
    }
    return "unknown command";
}

// Frees the lane of a question that is answered or given up.
static void settle(const Question *question) {
    load.settled++;
    if (load.mode != closed) return;
    load.ready[(load.ready_first + load.ready_count++) % load.lanes] = question->lane;
}

// The question with an id, or with a line where the id is zero.
static Question *find(int64_t id, uint32_t line) {
    size_t low = 0, high = load.asked;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        Question *question = &load.questions[middle];
        if (id ? question->id == id : question->line == line) return question;
        if (id ? question->id < id : question->line < line) low = middle + 1;
        else high = middle;
    }
    return NULL;
}

// The question whose number is the first in a text.
static Question *find_in(Span text) {
    uint64_t number = 0;
    size_t at = 0;
    while (at < text.count && (text.bytes[at] < '0' || text.bytes[at] > '9')) at++;
    if (at == text.count) return NULL;
    for (; at < text.count && text.bytes[at] >= '0' && text.bytes[at] <= '9' && number < UINT64_C(1) << 56; at++) {
        number = number * 10 + (text.bytes[at] - '0');
    }
    if (number < load.first_line || number - load.first_line >= load.said) return NULL;
    return find(0, (uint32_t)(number - load.first_line));
}

// Counts an answer to a question; to the one whose number the content has, if the id is zero.
void load_answer(int64_t id, Span content) {
    if (load.mode != closed && load.mode != paced) return;
    Question *question = id ? find(id, 0) : find_in(content);
    if (!question) return;
    if (question->is_answered) {
        load.doubled++;
        return;
    }
    question->is_answered = true;
    question->order = ++load.answers;
    if (question->is_given_up) return;
    question->answered = gateway.now;
    settle(question);
}

// Gives up the questions that have waited too long.
static void give_up(bool are_all_lost) {
    while (load.oldest < load.asked) {
        Question *question = &load.questions[load.oldest];
        if (!question->is_answered) {
            if (!are_all_lost && gateway.now - question->asked < PATIENCE) return;
            question->is_given_up = true;
            settle(question);
        }
        load.oldest++;
    }
}

static void say(Connection *bot, bool is_question, uint32_t lane) {
    uint64_t number = load.first_line + load.said;
    int64_t id = next_message_id();
    char text[64];
    snprintf(text, sizeof text, is_question ? "question %" PRIu64 : "a line of chat %" PRIu64, number);
    push_question(bot, (unsigned)(number % gateway.channels), id, text);
    if (is_question) {
        load.questions[load.asked++] =
            (Question){.id = id, .asked = gateway.now, .line = load.said, .lane = lane};
    }
    load.said++;
}

// Lets the next lane say its next line.
static void say_in_lane(Connection *bot) {
    uint32_t lane = load.ready[load.ready_first];
    load.ready_first = (load.ready_first + 1) % load.lanes;
    load.ready_count--;
    // The last line is a question, so that the command ends after the bot has read all lines.
    bool is_question = (load.lane_lines[lane]++ + lane) % load.every == 0 || load.said + 1 == load.lines;
    say(bot, is_question, lane);
    if (!is_question) load.ready[(load.ready_first + load.ready_count++) % load.lanes] = lane;
}

static bool may_say(const Connection *bot) {
    if (load.said == load.lines || pending(&bot->out) >= max_unsent) return false;
    return load.mode == closed ? load.ready_count > 0 : load.mode == paced && load.said < load.due;
}

// Whether more can be said at once, now that the output is written.
bool load_can_continue(void) {
    const Connection *bot = bot_socket();
    return bot && bot->number == load.bot && may_say(bot);
}

// Allows further lines of a paced command.
void load_tick(uint64_t expirations) {
    uint32_t left = load.lines - load.due;
    load.due += expirations < left ? (uint32_t)expirations : left;
    if (load.due == load.lines) start_timer(0);
}

static int compare(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

// Answers of a channel that came before the answer of an earlier question of that channel.
static uint32_t reordered(void) {
    uint32_t *latest = allocate(gateway.channels, sizeof *latest), count = 0;
    for (size_t i = 0; i < load.asked; i++) {
        const Question *question = &load.questions[i];
        uint32_t *order = &latest[(load.first_line + question->line) % gateway.channels];
        if (!question->is_answered) continue;
        if (question->order < *order) count++;
        else *order = question->order;
    }
    free(latest);
    return count;
}

static void finish(void) {
    double seconds = (double)(uptime() - load.began) / SECOND;
    double cpu = (double)(processor_time() - load.cpu) / SECOND;
    int64_t *times = allocate(load.asked + 1, sizeof *times);
    size_t answered = 0;
    for (size_t i = 0; i < load.asked; i++) {
        const Question *question = &load.questions[i];
        if (question->answered) times[answered++] = question->answered - question->asked;
    }
    qsort(times, answered, sizeof *times, compare);
    printf(
        "{\"said\":%" PRIu32 ",\"answered\":%zu,\"unanswered\":%zu,\"doubled\":%" PRIu32 ",\"reordered\":%" PRIu32
        ",\"seconds\":%.6f,\"p50\":%.3f,\"p99\":%.3f,\"gateway_cpu\":%.6f}\n",
        load.said, answered, load.asked - answered, load.doubled, reordered(), seconds,
        (double)times[answered / 2] / 1e6, (double)times[answered * 99 / 100] / 1e6, cpu);
    free(times);
    free(load.questions);
    free(load.lane_lines);
    free(load.ready);
    load.questions = NULL;
    load.lane_lines = load.ready = NULL;
    load.first_line += load.said;
    load.asked = 0;
    load.mode = idle;
    start_timer(0);
}

// Does what has become possible: says lines, gives up questions, and ends the command.
void load_turn(void) {
    Connection *bot = bot_socket();
    if (load.mode == waiting && gateway.now >= load_deadline()) {
        printf("{\"ready\":true}\n");
        load.mode = idle;
    }
    if (load.mode != closed && load.mode != paced) return;
    bool is_lost = !bot || bot->number != load.bot;
    if (is_lost) load.lines = load.due = load.said;
    give_up(is_lost);
    while (!is_lost && may_say(bot)) {
        if (load.mode == closed) say_in_lane(bot);
        else say(bot, true, 0);
    }
    if (load.said == load.lines && load.settled == load.asked) finish();
}

// When the load must be looked at again.
int64_t load_deadline(void) {
    const Connection *bot = bot_socket();
    if (load.mode == waiting) return bot && bot->has_joined ? gateway.received + QUIET : INT64_MAX;
    return load.oldest < load.asked ? load.questions[load.oldest].asked + PATIENCE : INT64_MAX;
}
