import MezonModel

extension IRCSettings {
    private enum TLSWord: String, CaseIterable { case verified, off }

    /// Reads `irc: { host, port, tls, nick, username, realname, password, sasl, pace }`, without channels.
    init?(_ node: ConfigNode, secrets: SecretSource, _ findings: DiagnosticCollector) {
        let before = findings.errors
        guard var map = MapReader(node, "'irc'", findings) else { return nil }
        let host = map.require("host", "The server: irc.libera.chat.", write: "host: irc.libera.chat")?.text(findings)
        let nick = map.require("nick", "What the bot is called there.", write: "nick: mezon-bot")
        let tls = map.take("tls", "`verified`, or `off` for a server without.")?.choice(
            TLSWord.self, "how a server is trusted", findings)
        let trust = map.take("trust", "A file with the certificates to trust, in PEM, instead of the machine's.")
        let trusting = trust?.text(findings)
        let fingerprints = map.take("fingerprints", "The only certificates that the server may show, by SHA-256 fingerprint.")
        let port = map.take("port", "6697 with TLS and 6667 without, where it is not given.")?.wholeNumber(
            in: 1...65_535, findings)
        let username = map.take("username", "What stands before the @ of its address; the nick without it.")
        let realname = map.take("realname", "What the network shows about it; the nick without it.")
        let password = map.take("password", "The server's own password, as ${env:…} or ${file:…}.")
        let sasl = map.take("sasl", "The account to log in to.")
        let inClear = map.take(
            "in_clear", "Whether passwords and keys may travel to another machine without TLS.")
        let pace = map.take("pace", "How fast it may speak; five messages at once and one in two seconds, where it is not given.")
        map.finish()
        let isPlain = tls == .off
        if let trust, let trusting {
            if !isPlain {
                secrets.checkCertificates(trusting, at: trust.position, findings)
            } else if !findings.isRecording {
                findings.error(
                    "contradiction", "without TLS nothing is trusted", at: trust.position, suggestion: "remove it, or tls: off")
            }
        }
        if let fingerprints, isPlain, !findings.isRecording {
            findings.error(
                "contradiction", "without TLS there is no certificate", at: fingerprints.position,
                suggestion: "remove it, or tls: off")
        }
        let words = [nick, username].compactMap { $0.flatMap { Self.word($0, findings) } }
        if let nick, let first = words.first?.first, "0123456789-".contains(first), !findings.isRecording {
            findings.error(
                "bad-nick", "a nick begins with a letter", at: nick.position,
                suggestion: "write \(String((words.first ?? "").drop { "0123456789-".contains($0) }))")
        }
        self.init(
            host: host ?? "", port: port ?? (isPlain ? 6667 : 6697),
            tls: isPlain ? .off : trusting.map { .trusting(file: secrets.path($0)) } ?? .verified, nick: words.first ?? "",
            username: words.count > 1 ? words[1] : nil, realname: realname.flatMap { $0.text(findings) })
        self.password = password.flatMap { secrets.password($0, findings) }
        self.sasl = sasl.flatMap { Login($0, secrets: secrets, findings) }
        if isPlain, case .certificate? = self.sasl, let sasl, !findings.isRecording {
            findings.error(
                "contradiction", "without TLS no certificate is shown", at: sasl.position,
                suggestion: "remove tls: off, or log in with a password")
        }
        self.pace = pace.flatMap { RateLimit($0, findings) } ?? .standard
        self.fingerprints = fingerprints?.fingerprints(findings) ?? []
        sendsSecretsInClear = inClear?.truth(findings) ?? false
        if host != nil, exposesSecrets { for node in [password, sasl] { Self.refuseInClear(node, findings) } }
        if let host, host.isEmpty || !host.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "/") }) {
            findings.error("bad-host", "a host's name or address belongs here, without irc:// or a port", at: node.position)
        }
        guard findings.errors == before || findings.isRecording else { return nil }
    }

    /// Adds an error for a secret that would be sent unencrypted.
    fileprivate static func refuseInClear(_ node: ConfigNode?, _ findings: DiagnosticCollector) {
        guard let node, !findings.isRecording else { return }
        findings.error(
            "secret-in-clear", "without TLS everybody on the way to another machine reads it", at: node.position,
            suggestion: "leave out tls: off, or add in_clear: true to 'irc' if that is meant")
    }

    /// Reads a word that can be part of an IRC line.
    private static func word(_ node: ConfigNode, _ findings: DiagnosticCollector) -> String? {
        guard let text = node.text(findings) else { return nil }
        let isUsable =
            !text.isEmpty && text.utf8.count <= 64 && !text.hasPrefix(":")
            && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "@") && $0 != UInt8(ascii: "!") }
        if isUsable || findings.isRecording { return text }
        findings.error("bad-nick", "a name on IRC has no spaces, '!' or '@', and at most 64 bytes", at: node.position)
        return nil
    }
}

extension IRCSettings.Login {
    fileprivate init?(_ node: ConfigNode, secrets: SecretSource, _ findings: DiagnosticCollector) {
        guard var map = MapReader(node, "'sasl'", findings) else { return nil }
        let user = map.take("user", "The account's name; without it that of the certificate.")
        let password = map.take("password", "Its password, as ${env:…} or ${file:…}.")
        let mechanism = map.take(
            "mechanism",
            "`scram-sha-256`, `plain`, or `external` for a certificate; without it the first that the server knows.")
        let certificate = map.take(
            "certificate", "A file with the bot's own certificate, in PEM; the network knows the account by it.")
        let key = map.take("key", "A file with the certificate's private key, in PEM; the same file without it.")
        map.requireOne(of: ["password", "certificate"])
        map.finish()
        let word = mechanism?.choice(MechanismWord.self, "a way to log in", findings)
        let account = user.flatMap { $0.text(findings) }
        let secret = password.flatMap { secrets.password($0, findings) }
        let file = certificate.flatMap { $0.text(findings) }
        let keyFile = key.flatMap { $0.text(findings) }
        guard !findings.isRecording else { return nil }
        if let account, account.contains("\0"), let user {
            findings.error("bad-account", "an account's name has no NUL", at: user.position)
            return nil
        }
        if let certificate {
            guard let file else { return nil }
            secrets.checkCertificates(file, at: certificate.position, findings)
            if let key, let keyFile { secrets.checkCertificates(keyFile, at: key.position, findings) }
            if let word, word != .external, let mechanism {
                findings.error(
                    "contradiction", "a certificate logs in by `external`", at: mechanism.position,
                    suggestion: "mechanism: external"
                )
            }
            self = .certificate(.init(file: secrets.path(file), key: secrets.path(keyFile ?? file)), user: account)
            return
        }
        if word == .external, let mechanism {
            findings.error(
                "contradiction", "`external` logs in by a certificate", at: mechanism.position,
                suggestion: "add certificate: to 'sasl'")
        }
        if let password, account == nil {
            findings.error(
                "missing-key", "a password needs the account's name", at: password.position, suggestion: "add user: to 'sasl'")
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
    fileprivate init?(_ node: ConfigNode, _ findings: DiagnosticCollector) {
        guard var map = MapReader(node, "'pace'", findings) else { return nil }
        let burst = map.take("burst", "Messages at once; 5 without it.")?.wholeNumber(in: 1...100_000, findings)
        let every = map.take("every", "Then one in each such time; 2s without it.")?.duration(findings)
        map.finish()
        self.init(burst: burst ?? Self.standard.burst, every: every ?? Self.standard.every)
    }
}

extension IRCSettings.RemoteChannel {
    /// Reads `"#swift"`, or `{ name: "#swift", key: ${env:KEY} }`.
    ///
    /// - Parameter isShown: A Boolean value that indicates whether the key would be sent unencrypted.
    init?(_ node: ConfigNode, isShown: Bool, secrets: SecretSource, _ findings: DiagnosticCollector) {
        let name: ConfigNode
        var key: Secret?
        if node.isMap(findings) {
            guard var map = MapReader(node, "a channel of IRC", findings) else { return nil }
            let word = map.take("key", "What one has to say to be let in, as ${env:…} or ${file:…}.")
            let given = map.take("name", "What the network calls it: \"#swift\".")
            map.requireOne(of: ["name"])  // Channels of other networks need no name.
            map.finish()
            if isShown { IRCSettings.refuseInClear(word, findings) }
            guard let given else { return nil }
            name = given
            key = word.flatMap { secrets.password($0, findings) }
        } else {
            name = node
        }
        guard let text = name.text(findings) else { return nil }
        let isUsable =
            text.first.map { "#&+!".contains($0) } == true && (2...200).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: ",") && $0 != 0x7F }
        guard isUsable || findings.isRecording else {
            findings.error(
                "bad-channel", "a channel of IRC begins with '#' and has no spaces or commas", at: name.position,
                suggestion: text.hasPrefix("#") ? nil : "write \"#\(text)\", in quotes")
            return nil
        }
        self.init(text, key: key)
    }
}
