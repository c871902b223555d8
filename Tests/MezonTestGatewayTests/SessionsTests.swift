import ChatModel
import Foundation
import Testing

@testable import MezonTestGateway

@Suite struct SessionsTests {
    private let user = GatewayUser(id: .guest, name: "guest", displayName: "Guest", token: Secret("t"), isApp: false)

    @Test func `a token contains the claims that clients read`() throws {
        var sessions = Sessions(limit: 10)
        var generator = SplitMix64(seed: 1)
        let token = sessions.issue(to: user, for: .seconds(60), at: .start, using: &generator)
        let parts = token.reveal().split(separator: ".")
        #expect(parts.count == 3)
        let payload = try #require(Data(base64Encoded: parts[1] + String(repeating: "=", count: (4 - parts[1].count % 4) % 4)))
        let claims = try JSONDecoder().decode([String: JSONValue].self, from: payload)
        #expect(claims["uid"] == .string(UserID.guest.description))
        #expect(claims["usn"] == .string("guest"))
        #expect(claims["exp"] == .integer(1_800_000_060))
    }

    @Test func `a token is valid until it expires`() {
        var sessions = Sessions(limit: 10)
        var generator = SplitMix64(seed: 1)
        let token = sessions.issue(to: user, for: .seconds(60), at: .start, using: &generator)
        #expect(sessions.user(token, at: .start.addingTimeInterval(59)) == .guest)
        #expect(sessions.user(token, at: .start.addingTimeInterval(60)) == nil)
        #expect(sessions.user(Secret("a.b.c"), at: .start) == nil)
    }

    @Test func `the oldest session is removed at the limit`() {
        var sessions = Sessions(limit: 2)
        var generator = SplitMix64(seed: 1)
        let tokens = (0..<3).map { _ in sessions.issue(to: user, for: .seconds(60), at: .start, using: &generator) }
        #expect(tokens.map { sessions.user($0, at: .start) } == [nil, .guest, .guest])
    }
}
