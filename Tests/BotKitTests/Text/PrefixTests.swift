import BotKit
import Testing

struct PrefixTests {
    @Test(arguments: [
        ("abc", 3, "abc"), ("abc", 2, "ab"), ("abc", 0, ""), ("abc", -1, ""), ("", 0, ""), ("chào", 3, "ch"), ("chào", 4, "chà"),
        ("e\u{301}e", 2, ""), ("e\u{301}e", 3, "e\u{301}"), ("👨‍👩‍👧x", 17, ""), ("👨‍👩‍👧x", 18, "👨‍👩‍👧"),
    ])
    func `a text is cut to a number of bytes without dividing a character`(text: String, bytes: Int, beginning: String) {
        #expect(text.prefix(bytes: bytes) == beginning)
        #expect(text[...].prefix(bytes: bytes) == beginning)
    }
}
