package import MezonModel

/// How to reach an IRC network, and as whom.
package struct IRCSettings: Hashable, Sendable {
    package enum TLS: Hashable, Sendable {
        case off
        /// The server's certificate is checked against what the machine trusts.
        case verified
        /// The same against certificates of a file, in PEM.
        case trusting(file: String)
    }

    /// A login by SASL.
    package enum Login: Hashable, Sendable {
        package enum Mechanism: String, CaseIterable, Sendable {
            case scramSHA256 = "SCRAM-SHA-256"
            case plain = "PLAIN"
            case external = "EXTERNAL"
        }

        /// With no mechanism: SCRAM-SHA-256 where the server knows it, and PLAIN otherwise.
        case password(user: String, Secret, Mechanism? = nil)
        /// By a certificate in the TLS handshake, as EXTERNAL; with the account to act as where it is not the certificate's own.
        case certificate(ClientCertificate, user: String? = nil)

        package init(user: String, password: Secret) { self = .password(user: user, password) }

        /// The mechanisms that will do, the best first.
        package var mechanisms: [Mechanism] {
            switch self {
            case .password(_, _, let mechanism?): [mechanism]
            case .password(_, _, nil): [.scramSHA256, .plain]
            case .certificate: [.external]
            }
        }
    }

    /// The certificate that the bot presents in a TLS handshake: files in PEM.
    package struct ClientCertificate: Hashable, Sendable {
        package var file: String
        package var key: String

        package init(file: String, key: String) {
            self.file = file
            self.key = key
        }
    }

    /// A channel of the network.
    package struct RemoteChannel: Hashable, Sendable {
        /// With its `#`, as the network spells it.
        package var name: String
        /// What one has to say to be let in.
        package var key: Secret?

        package init(_ name: String, key: Secret? = nil) {
            self.name = name
            self.key = key
        }

        /// What a name comes to in the id of its channel: capitals of ASCII are no others on any network. What else a network holds
        /// for the same is known only once it is asked.
        static func key(_ name: String) -> String {
            String(decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
        }

        /// Equal for all names that any network may hold for the same.
        var widestKey: String {
            String(decoding: name.lowercased().utf8.map { (0x5B...0x5E).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
        }
    }

    /// How fast commands may follow each other: so many at once, then one in each such time.
    package struct RateLimit: Hashable, Sendable {
        package var burst: Int
        package var every: Duration

        /// RFC 1459 §8.10: a command costs two seconds, and ten seconds may be owed.
        package static let polite = RateLimit(burst: 5, every: .seconds(2))

        package init(burst: Int, every: Duration) {
            self.burst = burst
            self.every = every
        }
    }

    package var host: String
    package var port: Int
    package var tls: TLS
    package var nick: String
    package var username: String
    package var realname: String
    /// The server's own password, where it wants one from everybody.
    package var password: Secret?
    package var sasl: Login?
    package var rooms: [RemoteChannel]
    package var pace: RateLimit
    /// Whether passwords and keys may travel to another machine without TLS.
    package var sendsSecretsInClear: Bool
    /// The only certificates that the server may show; empty where any verified one is accepted.
    package var fingerprints: Set<CertificateFingerprint> = []

    package init(
        host: String, port: Int = 6697, tls: TLS = .verified, nick: String, username: String? = nil, realname: String? = nil,
        password: Secret? = nil, sasl: Login? = nil, rooms: [RemoteChannel] = [], pace: RateLimit = .polite,
        sendsSecretsInClear: Bool = false
    ) {
        self.host = host
        self.port = port
        self.tls = tls
        self.nick = nick
        self.username = username ?? nick
        self.realname = realname ?? nick
        self.password = password
        self.sasl = sasl
        self.rooms = rooms
        self.pace = pace
        self.sendsSecretsInClear = sendsSecretsInClear
    }

    /// The same network by TLS, on another port.
    package func secured(port: Int) -> IRCSettings {
        var settings = self
        settings.port = port
        if tls == .off { settings.tls = .verified }
        return settings
    }

    /// Whether a secret would be shown to everybody on the way, and nobody has said that this is meant.
    package var showsSecrets: Bool { tls == .off && !sendsSecretsInClear && !LoopbackHost.contains(host) }
}
