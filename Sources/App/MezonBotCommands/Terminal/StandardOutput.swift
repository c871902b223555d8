import BotConfiguration
import ChatModel

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

/// Prints the text of a command with all characters replaced that could move a terminal's cursor or reorder text.
///
/// It shadows Swift's `print` in this module, so that no command prints untrusted text unchanged.
func print(_ text: String, terminator: String = "\n") { Swift.print(text.terminalSafeLines, terminator: terminator) }

/// Prints the lines of a list, cut to the width of a terminal.
func printRow(_ text: String) { Swift.print(Terminal.output.fitting(text.terminalSafeLines)) }

/// Prints a text whose first `count` characters have the color of a severity on a terminal.
func print(_ text: String, coloring count: Int, _ severity: Terminal.Severity) {
    let safe = text.terminalSafeLines
    Swift.print(Terminal.output.colored(safe.prefix(count), severity) + safe.dropFirst(count))
}

/// Prints a report with its severities in color on a terminal.
func print(_ report: DiagnosticReport) { Swift.print(report.human().terminalSafeLines.coloringSeverities(on: .output)) }

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
            throw CommandError(.failed, "the output could not be written completely\(reason)")
        }
    }
}

extension String {
    /// Colors the severity in lines such as `config.yaml:2:1: error[unknown-key] …`. The excerpts between them are indented.
    func coloringSeverities(on terminal: Terminal) -> String {
        guard terminal.hasColors else { return self }
        let severities: [(String, Terminal.Severity)] = [("error", .error), ("warning", .warning)]
        return split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.first != " " else { return String(line) }
            for (word, severity) in severities {
                guard let start = line.firstRange(of: ": \(word)[") else { continue }
                let word = line.index(start.lowerBound, offsetBy: 2)
                let end = line[word...].firstIndex(of: "]").map(line.index(after:)) ?? line.endIndex
                return line[..<word] + terminal.colored(line[word..<end], severity) + line[end...]
            }
            return String(line)
        }.joined(separator: "\n")
    }
}
