import MezonModel
import Testing

@testable import BotConfig

struct NameMatcherTests {
    @Test(arguments: [
        ("#swift", "swift"), ("#Swift:example.org", "swift"), ("swift", "swift"), ("##swift", "#swift"), ("!room:a.b", "!room"),
        ("#Đà-Nẵng", "đà-nẵng"), ("", ""),
    ])
    func `what a room is called without its network's signs`(name: String, bare: String) {
        #expect(NameMatcher.bare(name) == bare)
    }
}
