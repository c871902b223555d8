import ChatModel
import Foundation

/// The issued sessions. A token is valid because it is stored here, without cryptography.
struct Sessions {
    private let limit: Int
    private var issued: [Secret: Session] = [:]
    private var order: [Secret] = []

    struct Session: Equatable {
        var user: UserID
        var expiresAt: Date
    }

    init(limit: Int) { self.limit = max(1, limit) }

    /// Issues a token of three parts, as clients require, with the claims that they read (Documentation/Protocol.md §1.2).
    mutating func issue(
        to user: GatewayUser, for lifetime: Duration, at now: Date, using generator: inout some RandomNumberGenerator
    ) -> Secret {
        let expiresAt = now.addingTimeInterval(Double(lifetime.components.seconds))
        let claims: [String: JSONValue] = [
            "tid": .string("local"), "uid": .string(user.id.description), "usn": .string(user.name), "vrs": .object([:]),
            "iat": .integer(Int64(now.timeIntervalSince1970)), "exp": .integer(Int64(expiresAt.timeIntervalSince1970)),
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Strings and integers can always be encoded.
        let payload = (try? encoder.encode(claims)) ?? Data()
        let head = Data(#"{"alg":"none","typ":"JWT"}"#.utf8)
        let token = Secret(
            [head.base64URL, payload.base64URL, Self.randomSecret(using: &generator).reveal()].joined(separator: "."))
        issued[token] = Session(user: user.id, expiresAt: expiresAt)
        order.append(token)
        if order.count > limit { issued[order.removeFirst()] = nil }
        return token
    }

    /// Returns the account of a token; `nil` if it has expired or was revoked.
    func user(_ token: Secret, at now: Date) -> UserID? {
        guard let session = issued[token], session.expiresAt > now else { return nil }
        return session.user
    }

    mutating func revokeAll() {
        issued.removeAll()
        order.removeAll()
    }

    /// Returns 128 random bits in hexadecimal.
    static func randomSecret(using generator: inout some RandomNumberGenerator) -> Secret {
        let words = (0..<2).map { _ in String(UInt64.random(in: .min ... .max, using: &generator), radix: 16) }
        return Secret(words.map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined())
    }
}

extension Data {
    /// Base64 in the alphabet of JWTs, without padding.
    var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
