import BotConfiguration
import ChatModel
import Foundation

/// The registration of a connection, up to the point where messages can be sent: capabilities, login, nick, welcome.
struct IRCRegistration: Sendable {
    enum Step: Equatable {
        case send(String)
        /// The server has accepted the connection, under this nick.
        case welcomed(nick: String)
        /// The server's greeting is complete.
        case ready
        /// The server refuses the connection, the login or every nick.
        case refused(String)
        /// A capability that acknowledgements depend on was withdrawn.
        case capabilitiesLost
        /// The network must be reached by TLS on that port (IRCv3 STS).
        case upgrade(port: Int)
        /// The network promises TLS for this many seconds; zero ends the policy.
        case promised(seconds: Int)
    }

    private enum Phase: Equatable { case negotiating, authenticating, waiting, welcomed, ready }

    static let wanted = [
        "message-tags", "server-time", "echo-message", "labeled-response", "batch", "account-tag",
        "extended-join", "chghost", "multi-prefix", "cap-notify", "draft/message-redaction", "message-redaction",
        "draft/chathistory", "chathistory",
    ]
    // Bounds the memory for the server's capabilities.
    private static let maxOffered = 512

    private let settings: IRCSettings
    private var phase = Phase.negotiating
    private var offered: [String: String] = [:]
    private var pending = 0
    private var requestsSingly = false
    private var nickSelector: IRCNickSelector
    private var login: IRCAuthentication?
    private(set) var capabilities: Set<String> = []

    /// - Parameter nonce: A value unique to this connection, for a login.
    init(_ settings: IRCSettings, nonce: String = "") {
        self.settings = settings
        login = settings.sasl.map { IRCAuthentication($0, nonce: nonce) }
        nickSelector = IRCNickSelector(wanted: settings.nick)
    }

    var isReady: Bool { phase == .ready }
    /// A Boolean value that indicates whether the wanted nick was taken.
    var usesAlternativeNick: Bool { nickSelector.tries > 0 }
    var isWelcomed: Bool { phase == .welcomed || phase == .ready }

    /// Returns the first steps of a connection.
    func opening() -> [Step] {
        let hasSecrets = settings.sasl != nil || settings.password != nil || settings.channels.contains { $0.key != nil }
        if hasSecrets, settings.exposesSecrets {
            return [.refused("passwords and keys require TLS; enable tls or remove them")]
        }
        var steps: [Step] = [.send("CAP LS 302")]
        if let password = settings.password { steps.append(.send("PASS :\(Self.withoutLineBreaks(password.reveal()))")) }
        steps.append(.send("NICK \(Self.withoutLineBreaks(nickSelector.current))"))
        steps.append(.send("USER \(Self.withoutLineBreaks(settings.username)) 0 * :\(Self.withoutLineBreaks(settings.realname))"))
        return steps
    }

    mutating func steps(after line: IRCLine) -> [Step] {
        switch line.command {
        case "CAP": return negotiate(line)
        case "AUTHENTICATE": return authenticate { $0.steps(after: line.param(0) ?? "+") }
        case "903": return authenticate { $0.succeeded() }
        case "908":
            if let list = line.param(1) { login?.setOffered(list) }
            return []
        case "902", "904", "905", "906": return authenticate { $0.failed(Self.text(of: line)) }
        case "001":
            guard !isWelcomed, let nick = line.param(0), !nick.isEmpty else { return [] }
            if settings.sasl != nil, phase != .waiting { return [.refused("the server did not wait for the login")] }
            phase = .welcomed
            return [.welcomed(nick: nick)]
        case "376", "422": return becomeReady()
        case "432", "433", "436", "437": return rename(line)
        case "464", "465", "463", "466":
            return isWelcomed ? [] : [.refused("\(line.command): \(Self.text(of: line))")]
        default: return []
        }
    }

    /// Completes the registration. Also used for a server that has sent a welcome and then nothing more.
    mutating func becomeReady() -> [Step] {
        guard phase == .welcomed else { return [] }
        phase = .ready
        return [.ready]
    }

    private mutating func negotiate(_ line: IRCLine) -> [Step] {
        let names = (line.params.last ?? "").split(separator: " ")
        switch line.param(1)?.uppercased() {
        case "LS":
            remember(names)
            guard line.params.count <= 3 || line.param(2) != "*" else { return [] }
            guard let transport = strictTransport() else { return request() }
            if case .upgrade = transport { return [transport] }
            return [transport] + request()
        case "NEW":
            remember(names)
            let transport = names.contains { $0.hasPrefix("sts=") } ? strictTransport().map { [$0] } ?? [] : []
            return transport + (isWelcomed ? requests() : [])
        case "ACK":
            for name in names {
                if name.hasPrefix("-") {
                    capabilities.remove(String(name.dropFirst()))
                } else if Self.wanted.contains(String(name)) || name == "sasl" {
                    capabilities.insert(String(name))
                }
            }
            return answered()
        case "NAK":
            // A server refuses a whole request for one name; each is asked for alone then, once.
            guard pending > 0, names.count > 1, !requestsSingly else { return answered() }
            requestsSingly = true
            let steps = requests()
            return steps + answered()
        case "DEL":
            let lost = capabilities.intersection(names.map(String.init))
            capabilities.subtract(lost)
            for name in names { offered[String(name)] = nil }
            return lost.isDisjoint(with: ["echo-message", "labeled-response", "message-tags"]) ? [] : [.capabilitiesLost]
        default: return []
        }
    }

    private mutating func remember(_ names: [Substring]) {
        for name in names where offered.count < Self.maxOffered {
            let parts = name.split(separator: "=", maxSplits: 1)
            guard let key = parts.first, key.utf8.count <= 128 else { continue }
            offered[String(key)] = parts.count > 1 ? String(parts[1].prefix(1024)) : ""
        }
    }

    /// Returns the step for the server's `sts` capability. Without TLS only the port counts, and with TLS only the duration, because an
    /// attacker on the way could have forged the other.
    private func strictTransport() -> Step? {
        guard let value = offered["sts"] else { return nil }
        let offer = IRCStrictTransport.Offer(value)
        return settings.tls == .off ? offer.port.map { .upgrade(port: $0) } : offer.duration.map { .promised(seconds: $0) }
    }

    private mutating func request() -> [Step] {
        guard phase == .negotiating, pending == 0 else { return [] }
        if settings.sasl != nil, offered["sasl"] == nil { return [.refused("the server does not offer SASL login")] }
        let requests = requests()
        return requests.isEmpty ? end() : requests
    }

    /// Requests the wanted capabilities that are offered.
    private mutating func requests() -> [Step] {
        var names = Self.wanted.filter { offered[$0] != nil && !capabilities.contains($0) }
        if settings.sasl != nil, phase == .negotiating { names.append("sasl") }
        guard !names.isEmpty else { return [] }
        let groups = requestsSingly ? names : [names.joined(separator: " ")]
        pending += groups.count
        return groups.map { .send("CAP REQ :\($0)") }
    }

    private mutating func answered() -> [Step] {
        guard pending > 0 else { return [] }
        pending -= 1
        guard phase == .negotiating, pending == 0 else { return [] }
        guard settings.sasl != nil else { return end() }
        guard capabilities.contains("sasl") else { return [.refused("the server did not enable SASL login")] }
        phase = .authenticating
        let mechanisms = offered["sasl"] ?? ""
        return authenticate { $0.begin(offering: mechanisms) }
    }

    private mutating func authenticate(_ step: (inout IRCAuthentication) -> [IRCAuthentication.Step]) -> [Step] {
        guard phase == .authenticating, var login else { return [] }
        defer { self.login = login }
        return step(&login).flatMap { step -> [Step] in
            switch step {
            case .send(let line): [.send(line)]
            case .refused(let reason): [.refused(reason)]
            case .finished: end()
            }
        }
    }

    private mutating func end() -> [Step] {
        phase = .waiting
        return [.send("CAP END")]
    }

    private mutating func rename(_ line: IRCLine) -> [Step] {
        guard !isWelcomed else { return [] }
        let next = line.command == "432" ? nickSelector.malformed() : nickSelector.taken()
        guard let next else { return [.refused("no alternative nick was accepted: \(Self.text(of: line))")] }
        return [.send("NICK \(Self.withoutLineBreaks(next))")]
    }

    private static func text(of line: IRCLine) -> String { line.params.last.map { String($0.prefix(300)) } ?? "" }

    /// Removes line breaks, so that settings cannot inject a second command.
    private static func withoutLineBreaks(_ text: String) -> String { IRCText(text).text }
}
