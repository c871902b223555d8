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

    /// A login by SASL PLAIN.
    package struct Login: Hashable, Sendable {
        package var user: String
        package var password: Secret

        package init(user: String, password: Secret) {
            self.user = user
            self.password = password
        }
    }

    /// A channel of the network.
    package struct Room: Hashable, Sendable {
        /// With its `#`, as the network spells it.
        package var name: String
        /// What one has to say to be let in.
        package var key: Secret?

        package init(_ name: String, key: Secret? = nil) {
            self.name = name
            self.key = key
        }
    }

    /// How fast commands may follow each other: so many at once, then one in each such time.
    package struct Pace: Hashable, Sendable {
        package var burst: Int
        package var every: Duration

        /// RFC 1459 §8.10: a command costs two seconds, and ten seconds may be owed.
        package static let polite = Pace(burst: 5, every: .seconds(2))

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
    package var rooms: [Room]
    package var pace: Pace

    package init(
        host: String, port: Int = 6697, tls: TLS = .verified, nick: String, username: String? = nil, realname: String? = nil,
        password: Secret? = nil, sasl: Login? = nil, rooms: [Room] = [], pace: Pace = .polite
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
    }
}
