package import BotConfiguration
import ChatModel
import Crypto
package import Foundation

/// Verifies that a call comes from an authorized sender, and determines the id that identifies a repeated call.
package struct SignatureVerifier: Sendable {
    package enum Result: Hashable, Sendable {
        /// The call is authentic. The id is nil if nothing distinguishes calls.
        case authentic(id: String?)
        case forged
    }

    private enum Scheme {
        case standard([WebhookSigningKey])
        case gitHub([WebhookSigningKey])
        case slack([WebhookSigningKey])
        /// The digests of the accepted tokens.
        case token([SHA256.Digest])
        case none
    }

    /// The permitted clock difference and delay in seconds, in either direction.
    private static let tolerance: Int64 = 300

    private let scheme: Scheme

    /// Creates a verifier for a signature scheme.
    ///
    /// - Throws: `WebhookSecretError`, also if there is no secret.
    package init(_ signing: WebhookEndpoint.SignatureScheme) throws(WebhookSecretError) {
        switch signing {
        case .standard(let secrets):
            scheme = .standard(
                try Self.keys(secrets) { secret throws(WebhookSecretError) in try WebhookSigningKey(standard: secret) })
        case .gitHub(let secrets):
            scheme = .gitHub(try Self.keys(secrets) { secret throws(WebhookSecretError) in try WebhookSigningKey(text: secret) })
        case .slack(let secrets):
            scheme = .slack(try Self.keys(secrets) { secret throws(WebhookSecretError) in try WebhookSigningKey(text: secret) })
        case .token(let secrets):
            _ = try Self.keys(secrets) { secret throws(WebhookSecretError) in try WebhookSigningKey(text: secret) }
            scheme = .token(secrets.map { SHA256.hash(data: Array($0.reveal().utf8)) })
        case .none: scheme = .none
        }
    }

    package func result(of body: [UInt8], _ headers: WebhookHeaders, at now: Date) -> Result {
        switch scheme {
        case .standard(let keys): standard(keys, body, headers, now)
        case .gitHub(let keys): gitHub(keys, body, headers)
        case .slack(let keys): slack(keys, body, headers, now)
        case .token(let digests):
            Self.tokens(headers).contains { digests.contains(SHA256.hash(data: Array($0.utf8))) }
                ? .authentic(id: Self.statedID(headers)) : .forged
        case .none: .authentic(id: Self.statedID(headers))
        }
    }

    private func standard(_ keys: [WebhookSigningKey], _ body: [UInt8], _ headers: WebhookHeaders, _ now: Date) -> Result {
        guard let id = headers.only("webhook-id"), StandardWebhooksSignature.isID(id),
            let timestamp = headers.only("webhook-timestamp"), Self.isFresh(timestamp, now),
            let signatures = headers.only("webhook-signature"),
            StandardWebhooksSignature.isAuthentic(signatures, keys, id: id, timestamp: timestamp, body: body)
        else { return .forged }
        return .authentic(id: id)
    }

    /// Verifies a GitHub signature. GitHub's delivery id is not signed, so the id is derived from the signed body: the same body is the
    /// same call.
    private func gitHub(_ keys: [WebhookSigningKey], _ body: [UInt8], _ headers: WebhookHeaders) -> Result {
        guard let signature = headers.only("x-hub-signature-256"), let given = Self.bytes(ofHex: signature, after: "sha256="),
            keys.contains(where: { $0.code("", body) == given })
        else { return .forged }
        return .authentic(id: "sha256-\(Self.hash("", body))")
    }

    private func slack(_ keys: [WebhookSigningKey], _ body: [UInt8], _ headers: WebhookHeaders, _ now: Date) -> Result {
        guard let timestamp = headers.only("x-slack-request-timestamp"), Self.isFresh(timestamp, now),
            let signature = headers.only("x-slack-signature"), let given = Self.bytes(ofHex: signature, after: "v0="),
            keys.contains(where: { $0.code("v0:\(timestamp):", body) == given })
        else { return .forged }
        return .authentic(id: "sha256-\(Self.hash("\(timestamp):", body))")
    }

    private static func keys(
        _ secrets: [Secret], _ read: (Secret) throws(WebhookSecretError) -> WebhookSigningKey
    ) throws(WebhookSecretError) -> [WebhookSigningKey] {
        guard !secrets.isEmpty else { throw .none }
        var keys: [WebhookSigningKey] = []
        for secret in secrets { keys.append(try read(secret)) }
        return keys
    }

    /// Returns a Boolean value that indicates whether a timestamp is recent. It must be whole seconds since 1970 in digits, because signers
    /// use exactly this text.
    private static func isFresh(_ timestamp: String, _ now: Date) -> Bool {
        guard (1...12).contains(timestamp.utf8.count), timestamp.utf8.allSatisfy({ (48...57).contains($0) }),
            let seconds = Int64(timestamp)
        else { return false }
        return abs(Double(seconds) - now.timeIntervalSince1970) <= Double(tolerance)
    }

    private static func tokens(_ headers: WebhookHeaders) -> [String] {
        let bearers = headers.all("authorization").filter { $0.lowercased().hasPrefix("bearer ") }.map { String($0.dropFirst(7)) }
        return bearers + headers.tokens
    }

    /// Returns the id that an authenticated caller states.
    private static func statedID(_ headers: WebhookHeaders) -> String? {
        (headers.only("webhook-id") ?? headers.only("x-github-delivery")).flatMap {
            StandardWebhooksSignature.isID($0) ? $0 : nil
        }
    }

    private static func hash(_ head: String, _ body: [UInt8]) -> String {
        var hash = SHA256()
        hash.update(data: Array(head.utf8))
        hash.update(data: body)
        return hash.finalize().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    private static func bytes(ofHex text: String, after prefix: String) -> [UInt8]? {
        guard text.hasPrefix(prefix) else { return nil }
        let digits = Array(text.utf8.dropFirst(prefix.utf8.count))
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: 64, by: 2) {
            guard let high = value(ofDigit: digits[start]), let low = value(ofDigit: digits[start + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(ofDigit byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 97...102: byte - 87
        default: nil
        }
    }
}
