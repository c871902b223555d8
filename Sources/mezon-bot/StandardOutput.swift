import MezonModel

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

/// Prints the text of a command with all characters escaped that could move a terminal's cursor or reorder text.
///
/// It shadows Swift's `print` in this module, so that no command prints untrusted text unescaped.
func print(_ text: String, terminator: String = "\n") { Swift.print(text.terminalSafeLines, terminator: terminator) }

/// The standard output of a command.
enum StandardOutput {
    /// A Boolean value that indicates whether the output still has a reader. A reader such as `head` closes the pipe when it has
    /// enough lines.
    static var hasReader: Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        guard poll(&output, 1, 0) > 0 else { return true }
        return output.revents & Int16(POLLERR | POLLHUP | POLLNVAL) == 0
    }

    /// Flushes the output.
    ///
    /// - Throws: `CommandError` if the output could not be written completely, for example on a full disk. Output after the
    ///   reader has closed the pipe is ignored.
    static func finish() throws(CommandError) {
        errno = 0
        let isWritten = fflush(stdout) == 0 && ferror(stdout) == 0
        let reason = errno == 0 ? "" : ": \(String(cString: strerror(errno)))"
        guard isWritten || !hasReader else {
            throw CommandError(.failed, "what was printed could not all be written\(reason)")
        }
    }
}
