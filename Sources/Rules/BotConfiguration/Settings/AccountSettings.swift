package import ChatModel
package import Foundation

/// The bot's account, its gateway and its settings in chats.
package struct AccountSettings: Hashable, Sendable {
    package var gateway: GatewaySelection
    /// The credentials; set for every remote gateway and nil for a local one.
    package var credentials: Credentials?
    /// The error that says why the bot cannot log in anywhere; set if the gateway is unset.
    package var missingCredentials: Diagnostic?
    /// The command prefix.
    package var prefix = "*"
    /// The language of the application's own messages.
    package var locale = Locale.en
    /// The default time zone of rules and schedules.
    package var timeZone = TimeZone.gmt
    /// A Boolean value that indicates whether ingested messages are marked as read.
    package var receipts = false
    /// A Boolean value that indicates whether the commands of bots are registered in Mezon's `/` menu.
    package var slashMenu = false
    /// A Boolean value that indicates whether the menu writes commands that need arguments into the user's input field.
    package var slashMenuTexts = true
    /// The limits of the tokens that bots send; nil if they may send none.
    package var tokens: TokenLimits?
    /// The certificates that the gateway and the servers it names may present; empty if any verified one is accepted.
    package var fingerprints: Set<CertificateFingerprint> = []

    package enum Locale: String, Hashable, Sendable, CaseIterable {
        case vi, en
    }

    package struct Credentials: Hashable, Sendable {
        package var id: UserID
        package var token: Secret
    }
}
