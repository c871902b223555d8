import ChatModel
import Testing

@testable import Console

struct LanguageRequestTests {
    @Test(arguments: [
        (nil, nil, Language.en), ("vi", "en", .vi), ("xx", "vi-VN,vi;q=0.9,en;q=0.8", .vi),
        (nil, "fr, en;q=0.5, vi;q=0.6", .vi), (nil, "vi;q=0, en", .en), (nil, "vi, en", .vi),
        (nil, ";;;,q=,vi;q=x", .vi), (nil, "de", .en),
    ])
    func `the cookie decides, then the browser's preference`(cookie: String?, accepted: String?, language: Language) {
        #expect(Language(cookie: cookie, accepted: accepted) == language)
    }
}
