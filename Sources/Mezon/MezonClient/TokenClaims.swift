import ChatModel
import Foundation

/// The claims of a session token. The signature is not verified, so they prove nothing.
struct TokenClaims: Equatable {
    var expiresAt: Int64?
    var issuedAt: Int64?
    var user: UserID?

    /// Decodes a token; `nil` for anything but three parts separated by dots with a JSON object in the middle.
    init?(_ token: Secret) {
        let parts = token.reveal().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let json = Self.base64URL(parts[1]),
            let claims = try? JSONDecoder().decode([String: JSONValue].self, from: json)
        else { return nil }
        expiresAt = claims["exp"]?.integer
        issuedAt = claims["iat"]?.integer
        user = claims["uid"]?.integer.flatMap { $0 > 0 ? UserID($0) : nil }
    }

    private static func base64URL(_ text: Substring) -> Data? {
        var base64 = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        return Data(base64Encoded: base64)
    }
}
