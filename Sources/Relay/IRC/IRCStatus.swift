package import Foundation

/// How a connection to a network stands, for people.
package struct IRCStatus: Hashable, Sendable {
    package enum Phase: Hashable, Sendable {
        case idle
        case connecting(attempt: Int, lastFailure: String?)
        case registered(nick: String, capabilities: Set<String>, since: Date)
        /// The next try comes by itself. `isRefusal`: the server does not want us as we are, so somebody should look.
        case waiting(reason: String, isRefusal: Bool)
        case ended
    }

    package enum ChannelStatus: Hashable, Sendable {
        case outside
        case joining
        case joined(since: Date)
        /// Tried again by itself.
        case refused(code: String, text: String)
        case kicked(by: String, reason: String)
    }

    package var phase = Phase.idle
    /// By the names of the settings.
    package var rooms: [String: ChannelStatus] = [:]
    /// How many messages wait to be sent or for their answer.
    package var waiting = 0

    package init() {}
}
