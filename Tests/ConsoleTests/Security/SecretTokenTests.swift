import Testing

@testable import Console

struct SecretTokenTests {
    @Test func `a token has 256 random bits`() {
        var generator = SystemRandomNumberGenerator()
        let tokens = (0..<100).map { _ in SecretToken(using: &generator).text }
        #expect(tokens.allSatisfy { $0.count == 64 && $0.allSatisfy(\.isHexDigit) })
        #expect(Set(tokens).count == 100)
    }

    @Test func `only the whole token matches`() {
        var generator = SystemRandomNumberGenerator()
        let token = SecretToken(using: &generator)
        #expect(token.matches(token.text))
        for other in ["", String(token.text.dropLast()), token.text + "0", String(token.text.reversed()) + "x"] {
            #expect(!token.matches(other))
        }
    }
}
