package import MezonModel

/// Who the bot is and where it connects.
package struct BotSettings: Hashable, Sendable {
    package var gateway: Gateway
    /// Set for every remote gateway; a local one needs none.
    package var credentials: Credentials?

    package struct Credentials: Hashable, Sendable {
        package var id: UserID
        package var token: Secret
    }
}
