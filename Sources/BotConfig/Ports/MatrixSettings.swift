package import MezonModel

/// How to reach a server of Matrix, and as whom.
package struct MatrixSettings: Hashable, Sendable {
    package enum Login: Hashable, Sendable {
        /// An access token, which belongs to a device.
        case token(Secret)
        /// Logs in at each start, always as the same device.
        case password(user: String, Secret)
    }

    /// Where its client-server API is.
    package var server: WebOrigin
    package var login: Login
    /// Aliases (`#swift:example.org`) or ids (`!…`), as the operator writes them.
    package var rooms: [String]
    /// The only certificates that the server may show; empty where any verified one is accepted.
    package var fingerprints: Set<CertificateFingerprint> = []

    package init(server: WebOrigin, login: Login, rooms: [String] = []) {
        self.server = server
        self.login = login
        self.rooms = rooms
    }
}
