package import ChatModel

/// The server and account of a connection to Mezon with another account than the bot's own.
package struct MezonSettings: Hashable, Sendable {
    package var host: String
    package var port: Int
    package var isSecure: Bool
    /// The id of the application.
    package var id: UserID
    package var token: Secret
    /// The certificates that the server may present; empty if any verified one is accepted.
    package var fingerprints: Set<CertificateFingerprint> = []
    /// The maximum number of messages started per second; nil for the default: eighty, and no limit at a server on this machine.
    package var perSecond: Int?

    package init(host: String, port: Int, isSecure: Bool, id: UserID, token: Secret) {
        self.host = host
        self.port = port
        self.isSecure = isSecure
        self.id = id
        self.token = token
    }
}
