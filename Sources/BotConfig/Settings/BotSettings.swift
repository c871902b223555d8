package import Foundation
package import MezonModel

/// Who the bot is and where it connects.
package struct BotSettings: Hashable, Sendable {
    package var gateway: GatewaySelection
    /// Set for every remote gateway; a local one needs none.
    package var credentials: Credentials?
    /// The prefix of a command.
    package var prefix = "*"
    /// The language of what the house itself says in chats.
    package var locale = Locale.en
    /// Where times of rules and schedules are meant that name no zone of their own.
    package var timeZone = TimeZone.gmt
    /// Whether what the house has taken in is marked as read, for people to see.
    package var receipts = false
    /// The only certificates that the gateway and the servers it names may show; empty where any verified one is accepted.
    package var fingerprints: Set<CertificateFingerprint> = []

    package enum Locale: String, Hashable, Sendable, CaseIterable {
        case vi, en
    }

    package struct Credentials: Hashable, Sendable {
        package var id: UserID
        package var token: Secret
    }
}
