// The program: arguments, connections, and commands on standard input.
#include "gateway.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum {
    read_size = 256 << 10,
    max_unread_output = 8 << 20,  // Bytes that a client has not read before its input waits, too.
};
#define MAX_STALL INT64_C(30000000000)

Gateway gateway = {.channels = 20, .echoes = true};

static Connection connections[max_connections];
static size_t used;  // The connections from here on are free.
static uint64_t opened;
static int epoll = -1, listener = -1, timer = -1;
static Buffer commands;

_Noreturn void fail(const char *what) {
    fprintf(stderr, "load-gateway: %s\n", what);
    exit(1);
}

_Noreturn static void fail_call(const char *what) {
    perror(what);
    exit(1);
}

int64_t uptime(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

// The open WebSockets, one at each call; NULL after the last.
Connection *each_socket(size_t *position) {
    while (*position < used) {
        Connection *connection = &connections[(*position)++];
        if (connection->fd >= 0 && connection->is_socket && !connection->is_closing) return connection;
    }
    return NULL;
}

// The newest WebSocket.
Connection *bot_socket(void) {
    Connection *newest = NULL;
    size_t position = 0;
    for (Connection *socket; (socket = each_socket(&position));) {
        if (!newest || socket->number > newest->number) newest = socket;
    }
    return newest;
}

// Ticks at an interval in nanoseconds; never for zero.
void start_timer(int64_t interval) {
    struct timespec time = {interval / 1000000000, interval % 1000000000};
    if (timerfd_settime(timer, 0, &(struct itimerspec){time, time}, NULL) < 0) fail_call("timerfd_settime");
}

static void watch(int fd, uint32_t events, void *source) {
    struct epoll_event event = {.events = events, .data.ptr = source};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) < 0) fail_call("epoll_ctl");
}

static void start_listening(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, length) < 0 || listen(listener, 64) < 0 ||
        getsockname(listener, (struct sockaddr *)&address, &length) < 0) {
        fail_call("listen");
    }
    gateway.port = ntohs(address.sin_port);
}

static void end(Connection *connection) {
    close(connection->fd);
    release(&connection->in);
    release(&connection->out);
    *connection = (Connection){.fd = -1};
    while (used > 0 && connections[used - 1].fd < 0) used--;
}

static void accept_connections(void) {
    for (int fd; (fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
        size_t place = 0;
        while (place < used && connections[place].fd >= 0) place++;
        if (place == max_connections) {
            fprintf(stderr, "too many connections\n");
            close(fd);
            continue;
        }
        if (place == used) used++;
        int yes = 1;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        connections[place] = (Connection){.fd = fd, .number = ++opened, .interest = EPOLLIN, .progress = gateway.now};
        watch(fd, EPOLLIN, &connections[place]);
    }
    if (errno != EAGAIN && errno != ECONNABORTED && errno != EINTR) fail_call("accept4");
}

static void receive(Connection *connection) {
    Buffer *in = &connection->in;
    reserve(in, read_size);
    ssize_t count = recv(connection->fd, in->bytes + in->end, in->capacity - in->end, 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) {
        end(connection);
        return;
    }
    gateway.received = gateway.now;
    if (connection->is_closing) return;  // Only the output is still of interest.
    in->end += (size_t)count;
    if (!connection->is_socket && !receive_http(connection)) return;
    if (connection->is_socket) receive_frames(connection);
}

// Writes what waits, in one call, and ends the connection if it is closing or stalled.
static void flush(Connection *connection) {
    Buffer *out = &connection->out;
    if (!(connection->interest & EPOLLOUT)) connection->progress = gateway.now;  // Nothing has waited until now.
    if (pending(out) > 0) {
        ssize_t count = send(connection->fd, out->bytes + out->start, pending(out), MSG_NOSIGNAL);
        if (count < 0 && errno != EAGAIN && errno != EINTR) {
            end(connection);
            return;
        }
        if (count > 0) {
            consume(out, (size_t)count);
            connection->progress = gateway.now;
        }
    }
    if (pending(out) > 0 && gateway.now - connection->progress > MAX_STALL) {
        fprintf(stderr, "a connection that reads nothing was closed\n");
        end(connection);
    } else if (pending(out) == 0 && connection->is_closing) {
        shutdown(connection->fd, SHUT_WR);
        end(connection);
    } else {
        uint32_t interest = (pending(out) < max_unread_output ? EPOLLIN : 0u) | (pending(out) > 0 ? EPOLLOUT : 0u);
        if (interest == connection->interest) return;
        struct epoll_event event = {.events = interest, .data.ptr = connection};
        if (epoll_ctl(epoll, EPOLL_CTL_MOD, connection->fd, &event) < 0) fail_call("epoll_ctl");
        connection->interest = interest;
    }
}

// Reads commands. The end of the input ends the program, so that it never outlives who started it.
static void read_commands(void) {
    reserve(&commands, 4096);
    ssize_t count = read(STDIN_FILENO, commands.bytes + commands.end, 4096);
    if (count == 0) exit(0);
    if (count < 0 && errno != EAGAIN && errno != EINTR) fail_call("read");
    if (count > 0) commands.end += (size_t)count;
    if (pending(&commands) > 64 << 10) fail("too many commands");
}

// Starts the next command unless one is active.
static void start_command(void) {
    while (!load_is_active() && pending(&commands) > 0) {
        char *line = (char *)commands.bytes + commands.start;
        char *end_of_line = memchr(line, '\n', pending(&commands));
        if (!end_of_line) return;
        *end_of_line = '\0';
        if (strcmp(line, "quit") == 0) exit(0);
        const char *error = load_start(line);
        if (error) printf("{\"error\":\"%s\"}\n", error);
        consume(&commands, (size_t)(end_of_line + 1 - line));
    }
}

// How long to wait for events, in milliseconds; -1 for no limit.
static int patience(void) {
    if (load_can_continue()) return 0;
    int64_t deadline = load_deadline();
    for (size_t i = 0; i < used; i++) {
        if (connections[i].fd < 0 || pending(&connections[i].out) == 0) continue;
        if (connections[i].progress + MAX_STALL < deadline) deadline = connections[i].progress + MAX_STALL;
    }
    if (deadline == INT64_MAX) return -1;
    int64_t left = deadline - uptime();
    return left <= 0 ? 0 : (int)(left / 1000000 + 1);
}

static void process(const struct epoll_event *event) {
    void *source = event->data.ptr;
    if (source == &listener) {
        accept_connections();
    } else if (source == &commands) {
        read_commands();
    } else if (source == &timer) {
        uint64_t expirations;
        if (read(timer, &expirations, sizeof expirations) == sizeof expirations) load_tick(expirations);
    } else {
        Connection *connection = source;
        if (connection->fd >= 0 && (event->events & (EPOLLIN | EPOLLHUP | EPOLLERR))) receive(connection);
    }
}

static void turn(void) {
    struct epoll_event events[64];
    int count = epoll_wait(epoll, events, 64, patience());
    if (count < 0 && errno != EINTR) fail_call("epoll_wait");
    gateway.now = uptime();
    for (int i = 0; i < count; i++) process(&events[i]);
    start_command();
    load_turn();
    for (size_t i = 0; i < used; i++) {
        if (connections[i].fd >= 0) flush(&connections[i]);
    }
    if (fflush(stdout) != 0) fail_call("stdout");
}

static void parse(int count, char **arguments) {
    for (int i = 1; i < count; i++) {
        char *rest = NULL;
        if (strcmp(arguments[i], "--no-echo") == 0) {
            gateway.echoes = false;
        } else if (strcmp(arguments[i], "--channels") == 0 && i + 1 < count) {
            long channels = strtol(arguments[++i], &rest, 10);
            if (*rest != '\0' || channels < 1 || channels > max_channels) fail("--channels must be from 1 to 10000");
            gateway.channels = (unsigned)channels;
        } else {
            fail("usage: load-gateway [--channels N] [--no-echo]");
        }
    }
}

int main(int count, char **arguments) {
    parse(count, arguments);
    signal(SIGPIPE, SIG_IGN);
    // A parent may have started it from a thread that blocks signals.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (size_t i = 0; i < max_connections; i++) connections[i].fd = -1;
    epoll = epoll_create1(EPOLL_CLOEXEC);
    timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (epoll < 0 || timer < 0) fail_call("epoll_create1");
    start_listening();
    watch(listener, EPOLLIN, &listener);
    watch(timer, EPOLLIN, &timer);
    watch(STDIN_FILENO, EPOLLIN, &commands);
    printf("{\"port\":%d}\n", gateway.port);
    fflush(stdout);
    for (;;) turn();
}
