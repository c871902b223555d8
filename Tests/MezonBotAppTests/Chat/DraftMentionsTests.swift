import ChatModel
import Testing

@testable import MezonBotApp

struct DraftMentionsTests {
    private static let people = [
        Author(id: 1, username: "binh", displayName: "Bình"), Author(id: 2, username: "binhnguyen"),
        Author(id: 3, username: "an", clanNick: "An Trần"),
    ]

    @Test(
        arguments: [
            ("*kudos @binh for help", [1: 7..<12]), ("@BINHNGUYEN, you", [2: 0..<11]), ("@Bình ơi", [1: 0..<5]),
            ("👋 @An Trần!", [3: 3..<11]), ("@anh @nobody a@", [:]), ("mail an@an", [3: 7..<10]),
            ("@here", [Mention.everyone.rawValue: 0..<5]), ("@hereby", [:]),
        ] as [(String, [Int64: Range<Int>])])
    func `a name after an at sign becomes a mention`(text: String, mentioned: [Int64: Range<Int>]) {
        let mentions = Draft(text, naming: Self.people).mentions
        #expect(Dictionary(mentions.map { ($0.user.rawValue, $0.range.start..<$0.range.end) }) { $1 } == mentioned)
    }
}
