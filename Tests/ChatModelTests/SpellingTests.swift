import Testing

@testable import ChatModel

@Suite struct SpellingTests {
    private static let slips: [(String, String?)] = [
        ("mesage", "message"), ("messgae", "message"), ("Message", "message"), ("replly", "reply"), ("xyz", nil),
        ("messages_seen", "message"), ("del", "delete"), ("", nil),
        ("re", nil), (String(repeating: "message", count: 100), nil),
    ]

    @Test(arguments: slips)
    func `the nearest word is suggested unless it is too different`(word: String, meant: String?) {
        #expect(Spelling.nearest(to: word, among: ["reply", "message", "delete"]) == meant)
    }
}
