import ChatModel
import Foundation
import Testing

@testable import MezonClient

@Suite struct SessionLifetimeTests {
    private static let now = Date(timeIntervalSince1970: 1_000_000)

    @Test(arguments: [
        (#"{"iat":500,"exp":4100}"#, 3600, "counted from issue, wherever our clock stands"),
        (#"{"iat":1086400,"exp":1090000}"#, 3600, "a clock that is a day late"),
        (#"{"exp":1003600}"#, 3600, "from our clock where the issue is not said"),
        (#"{"exp":"1003600"}"#, 3600, "a number written as text"),
        (#"{"exp":900000}"#, 1800, "over before it began: not believed"),
        (#"{"iat":10,"exp":10}"#, 1800, "no life at all: not believed"),
        (#"{"iat":0,"exp":3}"#, 60, "too short for anything"),
        (#"{"iat":0,"exp":9223372036854775807}"#, 2_592_000, "for ever"),
        (#"{"iat":-9223372036854775808,"exp":9223372036854775807}"#, 1800, "beyond the numbers"),
        (#"{"iat":0}"#, 1800, "without an end"),
        (#"{"exp":[]}"#, 1800, "an end that is no number"),
    ])
    func `a token's lifetime follows from its claims`(claims: String, seconds: Int, why: String) {
        let life = SessionLifetime(TokenClaims(Secret(jwt(claims))), receivedAt: .seconds(100), now: Self.now)
        #expect(life.end == .seconds(100 + seconds), "\(why)")
        #expect(life.renewal == .seconds(100) + .seconds(seconds) * 4 / 5)
    }

    @Test(arguments: ["", "a", "a.b", "a.b.c.d", "..", "a.!!!.c", "a.e30", "a.W10.c"])
    func `an invalid token has no claims`(text: String) {
        #expect(TokenClaims(Secret(text)) == nil)
        #expect(SessionLifetime(nil, receivedAt: .zero, now: Self.now).end == SessionLifetime.assumed)
    }
}
