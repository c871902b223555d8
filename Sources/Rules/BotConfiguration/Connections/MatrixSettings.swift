package import ChatModel

/// The server and account of a Matrix connection.
package struct MatrixSettings: Hashable, Sendable {
    package enum Login: Hashable, Sendable {
        /// An access token, which belongs to a device.
        case token(Secret)
        /// A login by password at each start, always as the same device.
        case password(user: String, Secret)
    }

    /// The address of the client-server API.
    package var server: WebOrigin
    package var login: Login
    /// The rooms' aliases (`#swift:example.org`) or ids (`!…`), as the operator writes them.
    package var channels: [String]
    /// The certificates that the server may present; empty if any verified one is accepted.
    package var fingerprints: Set<CertificateFingerprint> = []

    package init(server: WebOrigin, login: Login, channels: [String] = []) {
        self.server = server
        self.login = login
        self.channels = channels
    }
}
