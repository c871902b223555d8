import Foundation
import MezonModel

/// Writes a line to standard error.
///
/// One that cannot be written is lost: a log on a full disk, or a reader who went away, must not end the bot.
func complain(_ line: String) {
    do {
        // `write(_:)` would trap on an error.
        try FileHandle.standardError.write(contentsOf: Data((line.terminalSafeLines + "\n").utf8))
    } catch {
        // There is nowhere left to say so.
    }
}
