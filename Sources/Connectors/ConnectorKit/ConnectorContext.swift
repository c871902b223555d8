package import BotConfiguration
package import ChatModel
package import Logging
package import Storage

/// The dependencies that all connectors share.
package struct ConnectorContext: Sendable {
    package let store: Store
    package let naming: ExternalIDMap
    package let botUser: UserID
    package let time: any TimeSource
    package let logger: Logger
    /// The language of the texts that the application itself writes.
    package var locale = AccountSettings.Locale.en
    package let rareLog = ThrottledLog()
}
