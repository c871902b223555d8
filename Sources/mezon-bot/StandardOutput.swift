#if canImport(Glibc)
    import Glibc
#endif

/// Where a command prints to.
enum StandardOutput {
    /// Whether somebody may still read it: `head` goes when it has its lines, and what is printed after that is for nobody.
    static var hasReader: Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        guard poll(&output, 1, 0) > 0 else { return true }
        return output.revents & Int16(POLLERR | POLLHUP | POLLNVAL) == 0
    }
}
