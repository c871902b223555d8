package import Foundation
package import MezonModel

/// How the house is spoken to in chats, and how it answers.
package struct ChatPreferences: Hashable, Sendable {
    /// The prefix of a command.
    package var prefix: String
    package var language: Language
    package var timeZone: TimeZone
    /// Channels whose time zone is another than their clan's.
    package var channelZones: [ChannelID: TimeZone] = [:]
    /// The number of times one person may use one command in half a minute, where it has no cooldown of its own.
    package var usesOfCommand = 10

    package init(prefix: String = "*", language: Language = .en, timeZone: TimeZone = .gmt) {
        self.prefix = prefix
        self.language = language
        self.timeZone = timeZone
    }

    /// Where times are meant in a place, by those who have named no zone of their own.
    func timeZone(in channel: ChannelID) -> TimeZone { channelZones[channel] ?? timeZone }
}
