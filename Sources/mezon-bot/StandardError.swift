import Foundation
import MezonModel

/// Writes a line to standard error.
///
/// A line that cannot be written is lost: a full disk or a closed pipe must not end the bot.
func printError(_ line: String) {
    do {
        // `write(_:)` would trap on an error.
        try FileHandle.standardError.write(contentsOf: Data((line.terminalSafeLines + "\n").utf8))
    } catch {
        // There is no other place to report the error.
    }
}
