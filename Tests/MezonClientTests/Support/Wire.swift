import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

@testable import MezonClient

/// Returns a token with these claims and an invalid signature.
func jwt(_ claims: String) -> String {
    let body = Data(claims.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-")
        .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    return "e30.\(body).sig"
}

extension Session {
    static func make(_ name: String = "a", lifetime: Int = 1000, at uptime: Duration = .zero) throws -> Session {
        let wire = ApiSession.with {
            $0.token = jwt(#"{"iat":0,"exp":\#(lifetime),"name":"\#(name)"}"#)
            $0.userID = 42
        }
        return try Session(
            wire, base: GatewayEndpoint(host: "gw.mezon.ai"), receivedAt: uptime, now: Date(timeIntervalSince1970: 0))
    }
}
