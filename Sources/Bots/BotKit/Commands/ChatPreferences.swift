package import ChatModel
package import Foundation

/// The command prefix, language, time zone, command rate and editors that apply in chats.
package struct ChatPreferences: Hashable, Sendable {
    package var prefix: String
    package var language: Language
    package var timeZone: TimeZone
    /// The time zones of channels that differ from their clan's.
    package var channelZones: [ChannelID: TimeZone] = [:]
    /// The number of times one user may use one command in half a minute, if the command has no cooldown of its own.
    package var usesOfCommand = 10

    /// The users who may change what holds for a whole clan: the moderators, as far as the configuration names them.
    package var editors = Audience.users([])

    package init(prefix: String = "*", language: Language = .en, timeZone: TimeZone = .gmt) {
        self.prefix = prefix
        self.language = language
        self.timeZone = timeZone
    }

    /// Returns the time zone of a channel, for users who have not set one of their own.
    func timeZone(in channel: ChannelID) -> TimeZone { channelZones[channel] ?? timeZone }
}
