package import Foundation

/// How the house is spoken to in chats, and how it answers.
package struct Manners: Hashable, Sendable {
    /// What a command begins with.
    package var prefix: String
    package var language: Language
    package var timeZone: TimeZone

    package init(prefix: String = "*", language: Language = .en, timeZone: TimeZone = .gmt) {
        self.prefix = prefix
        self.language = language
        self.timeZone = timeZone
    }
}
