import Foundation
import MezonBotApp

/// A browser that has opened a one-time address.
struct ConsoleSession: Sendable, Hashable {
    let token: SecretToken
    /// The value that every form of the session carries.
    let formToken: SecretToken
    let expiresAt: Date
    /// The clans that it sees and acts in.
    let scope: ClanScope
}
