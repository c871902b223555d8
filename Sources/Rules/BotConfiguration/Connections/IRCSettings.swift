package import ChatModel

/// The server and account of an IRC connection.
package struct IRCSettings: Hashable, Sendable {
    package enum TLS: Hashable, Sendable {
        case off
        /// The server's certificate is verified with the system's trust store.
        case verified
        /// The server's certificate is verified with the certificates of a PEM file.
        case trusting(file: String)
    }

    /// A login by SASL.
    package enum Login: Hashable, Sendable {
        package enum Mechanism: String, CaseIterable, Sendable {
            case scramSHA256 = "SCRAM-SHA-256"
            case plain = "PLAIN"
            case external = "EXTERNAL"
        }

        /// A login by password. Without a mechanism: SCRAM-SHA-256 if the server supports it, and PLAIN otherwise.
        case password(user: String, Secret, Mechanism? = nil)
        /// A login by a certificate in the TLS handshake, with EXTERNAL; `user` is the account to use, if not the certificate's
        /// own.
        case certificate(ClientCertificate, user: String? = nil)

        package init(user: String, password: Secret) { self = .password(user: user, password) }

        /// The acceptable mechanisms, the best first.
        package var mechanisms: [Mechanism] {
            switch self {
            case .password(_, _, let mechanism?): [mechanism]
            case .password(_, _, nil): [.scramSHA256, .plain]
            case .certificate: [.external]
            }
        }
    }

    /// The certificate that the bot presents in a TLS handshake, as PEM files.
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
        /// The name with its `#`, as the network spells it.
        package var name: String
        /// The password of the channel.
        package var key: Secret?

        package init(_ name: String, key: Secret? = nil) {
            self.name = name
            self.key = key
        }

        /// Returns the normalized name for the id of a channel: ASCII letters are case-insensitive on every network. Further
        /// equivalences of a network are known only after connecting.
        static func key(_ name: String) -> String {
            String(decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
        }

        /// A normalized name that is equal for all names that any network may consider the same.
        var widestKey: String {
            String(decoding: name.lowercased().utf8.map { (0x5B...0x5E).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
        }
    }

    /// The rate limit of commands: a number at once, then one per interval.
    package struct RateLimit: Hashable, Sendable {
        package var burst: Int
        package var every: Duration

        /// The limit of RFC 1459 §8.10: a command costs two seconds, and up to ten seconds may be owed.
        package static let standard = RateLimit(burst: 5, every: .seconds(2))

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
    /// The server password, if the server requires one from all clients.
    package var password: Secret?
    package var sasl: Login?
    package var channels: [RemoteChannel]
    package var pace: RateLimit
    /// A Boolean value that indicates whether passwords and keys may be sent to another machine without TLS.
    package var sendsSecretsInClear: Bool
    /// The certificates that the server may present; empty if any verified one is accepted.
    package var fingerprints: Set<CertificateFingerprint> = []

    package init(
        host: String, port: Int = 6697, tls: TLS = .verified, nick: String, username: String? = nil, realname: String? = nil,
        password: Secret? = nil, sasl: Login? = nil, channels: [RemoteChannel] = [], pace: RateLimit = .standard,
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
        self.channels = channels
        self.pace = pace
        self.sendsSecretsInClear = sendsSecretsInClear
    }

    /// Returns the settings with TLS, on another port.
    package func secured(port: Int) -> IRCSettings {
        var settings = self
        settings.port = port
        if tls == .off { settings.tls = .verified }
        return settings
    }

    /// A Boolean value that indicates whether a secret would be sent unencrypted without the operator's permission.
    package var exposesSecrets: Bool { tls == .off && !sendsSecretsInClear && !LoopbackHost.contains(host) }
}
