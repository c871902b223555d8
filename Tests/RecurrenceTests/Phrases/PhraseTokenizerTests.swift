import ChatModel
import Testing

@testable import Recurrence

struct PhraseTokenizerTests {
    private static func shown(_ text: String, _ mentions: [PhraseMention] = []) -> String {
        PhraseTokenizer.tokens(of: text, mentions).map { token in
            switch token.kind {
            case .word: token.text
            case .number(let value, _): "\(value)"
            case .sign(let sign): "\(sign)"
            case .mention: "@"
            case .opaque: "[\(token.text)]"
            }
        }.joined(separator: " ")
    }

    @Test(arguments: [
        ("2h30p", "2 h 30 p"), ("T6 17:30", "t 6 17 : 30"), ("NHẮC Tôi", "nhắc tôi"), ("o'clock", "o'clock"), ("don’t", "don't"),
        ("15-3-2026", "15 - 3 - 2026"), ("Ho_Chi_Minh", "ho_chi_minh"), ("a\u{200B}t 9", "at 9"), ("\u{202E}mai", "mai"),
        ("xem https://x.vn/15/3 đi", "xem [https://x.vn/15/3] đi"), ("đọc \"họp lúc 5h\" nhé", "đọc [\"họp lúc 5h\"] nhé"),
        ("“9h” `10h`", "[“9h”] [`10h`]"), ("\"9h", "\" 9 h"), ("a@b.vn 9h", "[a@b.vn] 9 h"),
        ("99999999999999999999", "999999999"), ("🙏9", "🙏 9"), ("", ""), ("   ", ""),
    ])
    func `a text is split into words, numbers and signs`(text: String, tokens: String) {
        #expect(Self.shown(text) == tokens)
    }

    @Test func `composed and decomposed letters are the same token`() {
        #expect(Self.shown("nha\u{306}\u{301}c") == "nhắc")
    }

    @Test func `token ranges count UTF-16 units, and a mention is one token`() {
        let tokens = PhraseTokenizer.tokens(of: "🙏 nhắc @An Bình 9h", [PhraseMention(.user(UserID(2)), TextRange(8, 16))])
        #expect(
            tokens.map(\.range) == [TextRange(0, 2), TextRange(3, 7), TextRange(8, 16), TextRange(17, 18), TextRange(18, 19)])
        #expect(tokens.map(\.followsDirectly) == [false, false, false, false, true])
    }
}
