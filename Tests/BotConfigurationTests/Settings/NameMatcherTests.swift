import ChatModel
import Testing

@testable import BotConfiguration

struct NameMatcherTests {
    @Test(arguments: [
        ("#swift", "swift"), ("#Swift:example.org", "swift"), ("swift", "swift"), ("##swift", "#swift"), ("!room:a.b", "!room"),
        ("#Đà-Nẵng", "đà-nẵng"), ("", ""),
    ])
    func `a channel name is compared without network prefixes`(name: String, bare: String) {
        #expect(NameMatcher.bare(name) == bare)
    }
}
