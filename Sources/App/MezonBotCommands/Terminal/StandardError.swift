import BotConfiguration
import ChatModel
import Foundation

/// Writes a line to standard error.
///
/// A line that cannot be written is lost: a full disk or a closed pipe must not end the bot.
func printError(_ line: String) { StandardError.write(line.terminalSafeLines + "\n") }

/// Writes a report to standard error, with its severities in color on a terminal.
func printError(_ report: DiagnosticReport) {
    StandardError.write(report.human().terminalSafeLines.coloringSeverities(on: .errors) + "\n")
}

/// The standard error of a command.
enum StandardError {
    /// Writes a text as it is. Errors are ignored.
    static func write(_ text: String) {
        do {
            // `FileHandle.write(_:)` would trap on an error.
            try FileHandle.standardError.write(contentsOf: Data(text.utf8))
        } catch {
            // There is no other place to report the error.
        }
    }
}
