import BotConfiguration
import ChatModel
import Foundation

/// A login by SASL (IRCv3 sasl-3.1 and sasl-3.2), from the choice of a mechanism to the server's verdict.
struct IRCAuthentication: Sendable {
    enum Step: Equatable {
        case send(String)
        case refused(String)
        /// The server has accepted the login.
        case finished
    }

    private enum Phase {
        case idle
        /// A mechanism was named; the server has not asked for the first message yet.
        case mechanismSelected(Mechanism)
        case challenged(SCRAMClient)
        /// The server's final SCRAM message is expected.
        case awaitingServerProof(SCRAMClient)
        /// All messages were sent; the verdict is expected.
        case awaitingVerdict(Mechanism)
    }

    private typealias Mechanism = IRCSettings.Login.Mechanism

    private static let chunk = 400  // Bytes of base64 in a line; a shorter line is the last.
    private static let maxChallenge = 8192

    private let login: IRCSettings.Login
    private let nonce: String
    private var phase = Phase.idle
    private var challenge = ""
    /// The mechanisms that the server offers; nil if it lists none and has to be asked.
    private var offered: Set<String>?

    /// - Parameter nonce: Printable, without commas, and unique to this connection.
    init(_ login: IRCSettings.Login, nonce: String) {
        self.login = login
        self.nonce = nonce
    }

    /// Chooses a mechanism and names it.
    ///
    /// - Parameter list: The value of the server's `sasl` capability: `PLAIN,EXTERNAL`, or empty.
    mutating func begin(offering list: String) -> [Step] {
        offered = list.isEmpty ? nil : Set(list.split(separator: ",").map { $0.uppercased() })
        guard let mechanism = login.mechanisms.first(where: isOffered) else {
            let names = login.mechanisms.map(\.rawValue).joined(separator: " or ")
            return [.refused("the server does not offer SASL \(names), only \(list.prefix(200))")]
        }
        return name(mechanism)
    }

    /// Processes an AUTHENTICATE message of the server.
    ///
    /// - Parameter text: The parameter of the message.
    mutating func steps(after text: String) -> [Step] {
        if case .idle = phase { return [] }
        if text != "+" { challenge += text }
        guard challenge.utf8.count <= Self.maxChallenge else { return [.refused("the server's SASL challenge is too long")] }
        if text.utf8.count == Self.chunk { return [] }
        defer { challenge = "" }
        guard let bytes = Data(base64Encoded: challenge) else {
            return [.refused("the server's SASL challenge is not valid Base64")]
        }
        return answer(to: String(decoding: bytes, as: UTF8.self))
    }

    /// Processes the server's message that the login succeeded.
    mutating func succeeded() -> [Step] {
        guard case .awaitingVerdict = phase else {
            // With SCRAM the server must first prove that it knows the password too.
            if case .idle = phase { return [] }
            return [.refused("the server accepted an incomplete login")]
        }
        phase = .idle
        return [.finished]
    }

    /// Records the server's list of mechanisms; its refusal follows.
    mutating func setOffered(_ list: String) { offered = Set(list.split(separator: ",").map { $0.uppercased() }) }

    /// Processes the server's message that the login failed.
    mutating func failed(_ reason: String) -> [Step] {
        let used: Mechanism
        switch phase {
        case .idle: return []
        case .mechanismSelected(let mechanism), .awaitingVerdict(let mechanism): used = mechanism
        case .challenged, .awaitingServerProof: used = .scramSHA256
        }
        challenge = ""
        // An account may be older than the server's SCRAM support; then only PLAIN works.
        if used == .scramSHA256, login.mechanisms.contains(.plain), isOffered(.plain) { return name(.plain) }
        phase = .idle
        return [.refused("login refused: \(reason)")]
    }

    private func isOffered(_ mechanism: Mechanism) -> Bool {
        guard let offered else { return mechanism != .scramSHA256 || !login.mechanisms.contains(.plain) }
        return offered.contains(mechanism.rawValue)
    }

    private mutating func name(_ mechanism: Mechanism) -> [Step] {
        phase = .mechanismSelected(mechanism)
        return [.send("AUTHENTICATE \(mechanism.rawValue)")]
    }

    private mutating func answer(to challenge: String) -> [Step] {
        do {
            switch phase {
            case .idle, .awaitingVerdict: return []
            case .mechanismSelected(let mechanism): return first(of: mechanism)
            case .challenged(var scram):
                let message = try scram.final(after: challenge)
                phase = .awaitingServerProof(scram)
                return Self.lines(message)
            case .awaitingServerProof(let scram):
                try scram.verify(challenge)
                phase = .awaitingVerdict(.scramSHA256)
                return Self.lines("")
            }
        } catch {
            phase = .idle
            return [.send("AUTHENTICATE *"), .refused("\(error)")]
        }
    }

    private mutating func first(of mechanism: Mechanism) -> [Step] {
        phase = .awaitingVerdict(mechanism)
        switch (mechanism, login) {
        case (.scramSHA256, .password(let user, let password, _)):
            let scram = SCRAMClient(user: user, password: password.reveal(), nonce: nonce)
            phase = .challenged(scram)
            return Self.lines(scram.first)
        // The account is also sent as the authorization identity: services that expect it find it there, and for others it changes nothing.
        case (_, .password(let user, let password, _)): return Self.lines("\(user)\0\(user)\0\(password.reveal())")
        case (_, .certificate(_, let user)): return Self.lines(user ?? "")
        }
    }

    private static func lines(_ message: String) -> [Step] {
        let text = Array(Data(message.utf8).base64EncodedString().utf8)
        var steps = stride(from: 0, to: text.count, by: chunk).map { start in
            Step.send("AUTHENTICATE " + String(decoding: text[start..<min(start + chunk, text.count)], as: UTF8.self))
        }
        if text.count % chunk == 0 { steps.append(.send("AUTHENTICATE +")) }
        return steps
    }
}
