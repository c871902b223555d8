import MezonModel

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

/// Prints text of a command, with every character written out that could move a terminal's cursor or turn its text around.
///
/// It precedes Swift's function of that name in this module, so that no command prints what a stranger wrote as it is.
func print(_ text: String, terminator: String = "\n") { Swift.print(text.terminalSafeLines, terminator: terminator) }

/// Where a command prints to.
enum StandardOutput {
    /// Whether somebody may still read it: `head` goes when it has its lines, and what is printed after that is for nobody.
    static var hasReader: Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        guard poll(&output, 1, 0) > 0 else { return true }
        return output.revents & Int16(POLLERR | POLLHUP | POLLNVAL) == 0
    }

    /// Ends what is printed.
    ///
    /// - Throws: `CommandError` where not all of it could be written: on a full disk the rest is missing. Nobody misses what is printed
    ///   once the reader has gone.
    static func finish() throws(CommandError) {
        errno = 0
        let isWritten = fflush(stdout) == 0 && ferror(stdout) == 0
        let reason = errno == 0 ? "" : ": \(String(cString: strerror(errno)))"
        guard isWritten || !hasReader else {
            throw CommandError(.failed, "what was printed could not all be written\(reason)")
        }
    }
}
