import ChatModel

extension IRCSettings: NetworkSettings {
    package static let network = "irc"
    package static let title = "IRC"
    package static let summary: StaticString = "An IRC network."

    package static func read(_ node: ConfigNode, _ connection: ConnectionReader) -> IRCSettings? {
        let (secrets, diagnostics) = (connection.secrets, connection.diagnostics)
        var settings = IRCSettings(node, secrets: secrets, diagnostics)
        for entry in connection.entries {
            let channel = RemoteChannel(entry.value, isShown: settings?.exposesSecrets ?? false, secrets: secrets, diagnostics)
            let id = connection.register(entry, as: channel.map { RemoteChannel.key($0.name) } ?? entry.key)
            guard let channel else { continue }
            let position = ChannelAddress(host: settings?.host ?? "", port: settings?.port, channel: channel.widestKey)
            if connection.add(entry, id, named: channel.name, at: position) { settings?.channels.append(channel) }
        }
        return settings
    }

    private enum TLSWord: String, CaseIterable { case verified, off }

    /// Reads `irc: { host, port, tls, nick, username, realname, password, sasl, pace }`, without channels.
    init?(_ node: ConfigNode, secrets: SecretSource, _ diagnostics: DiagnosticCollector) {
        let before = diagnostics.errors
        guard var map = MapReader(node, "'irc'", diagnostics) else { return nil }
        let hostNode = map.require("host", "The server, for example irc.libera.chat.", write: "host: irc.libera.chat")
        let host = hostNode?.text(diagnostics)
        if let host, let hostNode { ServerAddressReview(diagnostics).check(host, hostNode) }
        let nick = map.require("nick", "The bot's nick.", write: "nick: mezon-bot")
        let tls = map.take("tls", "`verified` (default), or `off` for a server without TLS.")?.choice(
            TLSWord.self, "a TLS setting", diagnostics)
        let trust = map.take("ca_file", "A PEM file with the certificates to trust, instead of the system's.")
        let trusting = trust?.text(diagnostics)
        let fingerprints = map.take("fingerprints", "The SHA-256 fingerprints of the certificates accepted from the server.")
        let port = map.take("port", "The port (default: 6697 with TLS, 6667 without).")?.wholeNumber(
            in: 1...65_535, diagnostics)
        let username = map.take("username", "The username (default: the nick).")
        let realname = map.take("realname", "The real name (default: the nick).")
        let password = map.take("password", "The server password, as ${env:…} or ${file:…}.")
        let sasl = map.take("sasl", "The SASL login.")
        let inClear = map.take(
            "allow_plaintext", "Whether passwords and keys may be sent to another machine without TLS.")
        let pace = map.take("rate_limit", "The rate limit of sending (default: a burst of 5, then one every 2s).")
        map.finish()
        let isPlain = tls == .off
        if let trust, let trusting {
            if !isPlain {
                secrets.checkCertificates(trusting, at: trust.position, diagnostics)
            } else {
                diagnostics.error(
                    "contradiction", "'ca_file' has no effect without TLS", at: trust.position,
                    suggestion: "remove it, or tls: off"
                )
            }
        }
        if let fingerprints, isPlain {
            diagnostics.error(
                "contradiction", "'fingerprints' has no effect without TLS", at: fingerprints.position,
                suggestion: "remove it, or tls: off")
        }
        let words = [nick, username].compactMap { $0.flatMap { Self.word($0, diagnostics) } }
        if let nick, let first = words.first?.first, "0123456789-".contains(first) {
            diagnostics.error(
                "bad-nick", "a nick must begin with a letter", at: nick.position,
                suggestion: "write \(String((words.first ?? "").drop { "0123456789-".contains($0) }))")
        }
        self.init(
            host: host ?? "", port: port ?? (isPlain ? 6667 : 6697),
            tls: isPlain ? .off : trusting.map { .trusting(file: secrets.path($0)) } ?? .verified, nick: words.first ?? "",
            username: words.count > 1 ? words[1] : nil, realname: realname.flatMap { $0.text(diagnostics) })
        self.password = password.flatMap { secrets.password($0, diagnostics) }
        self.sasl = sasl.flatMap { Login($0, secrets: secrets, diagnostics) }
        if isPlain, case .certificate? = self.sasl, let sasl {
            diagnostics.error(
                "contradiction", "a client certificate requires TLS", at: sasl.position,
                suggestion: "remove tls: off, or log in with a password")
        }
        self.pace = pace.flatMap { RateLimit($0, diagnostics) } ?? .standard
        self.fingerprints = fingerprints?.fingerprints(diagnostics) ?? []
        sendsSecretsInClear = inClear?.truth(diagnostics) ?? false
        if host != nil, exposesSecrets { for node in [password, sasl] { Self.refuseInClear(node, diagnostics) } }
        if let host, host.isEmpty || !host.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "/") }) {
            diagnostics.error("bad-host", "expected a host name or address, without irc:// or a port", at: node.position)
        }
        guard diagnostics.errors == before else { return nil }
    }

    /// Adds an error for a secret that would be sent unencrypted.
    fileprivate static func refuseInClear(_ node: ConfigNode?, _ diagnostics: DiagnosticCollector) {
        guard let node else { return }
        diagnostics.error(
            "secret-in-clear", "without TLS the secret can be read in transit", at: node.position,
            suggestion: "remove tls: off, or add allow_plaintext: true to 'irc' to allow it")
    }

    /// Reads a word that can be part of an IRC line.
    private static func word(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> String? {
        guard let text = node.text(diagnostics) else { return nil }
        let isUsable =
            !text.isEmpty && text.utf8.count <= 64 && !text.hasPrefix(":")
            && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "@") && $0 != UInt8(ascii: "!") }
        if isUsable { return text }
        diagnostics.error("bad-nick", "a name on IRC has no spaces, '!' or '@', and at most 64 bytes", at: node.position)
        return nil
    }
}

extension IRCSettings.Login {
    fileprivate init?(_ node: ConfigNode, secrets: SecretSource, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(node, "'sasl'", diagnostics) else { return nil }
        let user = map.take("user", "The account's name (default: the certificate's).")
        let password = map.take("password", "The account's password, as ${env:…} or ${file:…}.")
        let mechanism = map.take(
            "mechanism",
            "`scram-sha-256`, `plain`, or `external` for a certificate (default: the first that the server supports).")
        let certificate = map.take(
            "certificate", "A PEM file with the bot's client certificate, by which the network identifies the account.")
        let key = map.take("key", "A PEM file with the certificate's private key (default: the certificate's file).")
        map.requireOne(of: ["password", "certificate"])
        map.finish()
        let word = mechanism?.choice(MechanismWord.self, "a SASL mechanism", diagnostics)
        let account = user.flatMap { $0.text(diagnostics) }
        let secret = password.flatMap { secrets.password($0, diagnostics) }
        let file = certificate.flatMap { $0.text(diagnostics) }
        let keyFile = key.flatMap { $0.text(diagnostics) }
        if let account, account.contains("\0"), let user {
            diagnostics.error("bad-account", "an account name must not contain NUL", at: user.position)
            return nil
        }
        if let certificate {
            guard let file else { return nil }
            secrets.checkCertificates(file, at: certificate.position, diagnostics)
            if let key, let keyFile { secrets.checkCertificates(keyFile, at: key.position, diagnostics) }
            if let word, word != .external, let mechanism {
                diagnostics.error(
                    "contradiction", "a certificate requires the mechanism `external`", at: mechanism.position,
                    suggestion: "mechanism: external"
                )
            }
            self = .certificate(.init(file: secrets.path(file), key: secrets.path(keyFile ?? file)), user: account)
            return
        }
        if word == .external, let mechanism {
            diagnostics.error(
                "contradiction", "the mechanism `external` requires a certificate", at: mechanism.position,
                suggestion: "add certificate: to 'sasl'")
        }
        if let password, account == nil {
            diagnostics.error(
                "missing-key", "a password requires the account's name", at: password.position, suggestion: "add user: to 'sasl'")
        }
        guard let account, let secret else { return nil }
        self = .password(user: account, secret, word?.mechanism)
    }

    private enum MechanismWord: String, CaseIterable {
        case scram = "scram-sha-256"
        case plain, external

        var mechanism: IRCSettings.Login.Mechanism {
            switch self {
            case .scram: .scramSHA256
            case .plain: .plain
            case .external: .external
            }
        }
    }
}

extension IRCSettings.RateLimit {
    fileprivate init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(node, "'rate_limit'", diagnostics) else { return nil }
        let burst = map.take("burst", "The burst size in messages (default: 5).")?.wholeNumber(in: 1...100_000, diagnostics)
        let every = map.take("every", "The interval between messages after a burst (default: 2s).")?.duration(diagnostics)
        map.finish()
        self.init(burst: burst ?? Self.standard.burst, every: every ?? Self.standard.every)
    }
}

extension IRCSettings.RemoteChannel {
    /// Reads `"#swift"`, or `{ name: "#swift", key: ${env:KEY} }`.
    ///
    /// - Parameter isShown: A Boolean value that indicates whether the key would be sent unencrypted.
    init?(_ node: ConfigNode, isShown: Bool, secrets: SecretSource, _ diagnostics: DiagnosticCollector) {
        let name: ConfigNode
        var key: Secret?
        if node.isMap(diagnostics) {
            guard var map = MapReader(node, "an IRC channel", diagnostics) else { return nil }
            let word = map.take("key", "The channel key, as ${env:…} or ${file:…}.")
            let given = map.take("name", "The channel's name on the network: \"#swift\".")
            map.requireOne(of: ["name"])  // Channels of other networks need no name.
            map.finish()
            if isShown { IRCSettings.refuseInClear(word, diagnostics) }
            guard let given else { return nil }
            name = given
            key = word.flatMap { secrets.password($0, diagnostics) }
        } else {
            name = node
        }
        guard let text = name.text(diagnostics) else { return nil }
        let isUsable =
            text.first.map { "#&+!".contains($0) } == true && (2...200).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: ",") && $0 != 0x7F }
        guard isUsable else {
            diagnostics.error(
                "bad-channel", "an IRC channel begins with '#' and has no spaces or commas", at: name.position,
                suggestion: text.hasPrefix("#") ? nil : "write \"#\(text)\", in quotes")
            return nil
        }
        self.init(text, key: key)
    }
}
