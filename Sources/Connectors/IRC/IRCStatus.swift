package import Foundation

/// The readable status of a connection to a network.
package struct IRCStatus: Hashable, Sendable {
    package enum Phase: Hashable, Sendable {
        case idle
        case connecting(attempt: Int, lastFailure: String?)
        case registered(nick: String, capabilities: Set<String>, since: Date)
        /// The next attempt follows automatically. `isRefusal`: the server refuses the bot as configured, so an operator should act.
        case waiting(reason: String, isRefusal: Bool)
        case ended
    }

    package enum ChannelStatus: Hashable, Sendable {
        case outside
        case joining
        case joined(since: Date)
        /// The join was refused; it is retried automatically.
        case refused(code: String, text: String)
        case kicked(by: String, reason: String)
    }

    package var phase = Phase.idle
    /// The channels' states, by their names in the settings.
    package var channels: [String: ChannelStatus] = [:]
    /// The number of messages that wait to be sent or acknowledged.
    package var waiting = 0

    package init() {}
}
