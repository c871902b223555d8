import ChatModel
import Testing
import TextFolding

@testable import PatternMatching

@Suite struct TextScannerTests {
    private func find(_ needle: Needle, in text: String) -> String? {
        var builder = TextScanner.Builder()
        guard let probe = builder.add(needle) else { return nil }
        return builder.build().scan(text)[probe]?.text
    }

    private static let found: [(Needle, String, String?)] = [
        (Needle("xin chào", fit: .word), "Ban oi, XIN CHAO!", "XIN CHAO"),
        (Needle("xin chào", fit: .word), "Bạn ơi, XIN CHAO!", nil),
        (Needle("me", fit: .word), "mẹ ơi", nil),
        (Needle("me", folds: FoldSet([.case]), fit: .word), "mẹ ơi", nil),
        (Needle("m", fit: .word), "mẹ", nil),
        (Needle("m", folds: [], fit: .word), "me\u{323}", nil),
        (Needle("hell", fit: .word), "hello", nil),
        (Needle("hell", fit: .anywhere), "hello", "hell"),
        (Needle("đẹp", fit: .word), "quá đe\u{323}p!", "đe\u{323}p"),
        (Needle("đẹp", fit: .word), "qua dep!", "dep"),
        (Needle("đẹp", fit: .word), "dẹp đi", nil),
        (Needle("hoá"), "hóa đơn", "hóa"),
        (Needle("hoá"), "hoà bình", nil),
        (Needle("hoá"), "ho\u{301}ậ", "ho\u{301}ậ"),
        (Needle("đồ cũ"), "do cu", "do cu"),
        (Needle("đồ cũ"), "đồ cu", nil),
        (Needle("free", fit: .word), "free_x", nil),
        (Needle("free", fit: .word), "free\u{200B}dom", nil),
        (Needle("free", folds: FoldSet(Fold.allCases), fit: .word), "get f.r.3dom f-r-3-e!", "f-r-3-e"),
        (Needle("free", folds: FoldSet(Fold.allCases), fit: .word), "freeee!", "freeee"),
        (Needle("//", fit: .start), "  // note", "//"),
        (Needle("//", fit: .start), "x //", nil),
        (Needle("?", fit: .end), "ai đó? ", "?"),
        (Needle(" Ok ", fit: .whole), "\nOK\n", "OK"),
        (Needle("ok", fit: .whole), "ok ok", nil),
        (Needle("...", folds: FoldSet([.spacing])), "...", nil),
        // Two words that share a letter where they meet.
        (Needle("bitch", folds: FoldSet(Fold.allCases), fit: .word), "a dumb bitch", "bitch"),
        (Needle("đồ ngu", folds: FoldSet(Fold.allCases), fit: .word), "lũ đồ ngu uống", "đồ ngu"),
        (Needle("óc chó", folds: FoldSet(Fold.allCases), fit: .word), "thang oc cho, do", "oc cho"),
        (Needle("ass", folds: FoldSet(Fold.allCases), fit: .word), "as shipped", nil),
        // Scripts without spaces, particles, emoji and symbols.
        (Needle("傻逼", fit: .word), "你是傻逼吗", "傻逼"),
        (Needle("ばか", fit: .word), "おまえばかか", "ばか"),
        (Needle("ควาย", fit: .word), "ไอ้ควายเอ๊ย", "ควาย"),
        (Needle("바보", fit: .word), "너 바보야", "바보"),
        (Needle("바보", fit: .word), "너는울바보", nil),
        (Needle("🖕", folds: FoldSet(Fold.allCases), fit: .word), "ok🖕you", "🖕"),
        (Needle("b`", folds: FoldSet(Fold.allCases), fit: .word), "b) là", nil),
        // Wildcards of list entries.
        (Needle(entry: "spam*", folds: .plain), "a Spammer!", "Spam"),
        (Needle(entry: "spam*", folds: .plain), "antispam", nil),
        (Needle(entry: "*coin", folds: .plain), "buy bitcoin", "coin"),
        (Needle(entry: "*coin", folds: .plain), "coins", nil),
        (Needle(entry: "*scam*", folds: .plain), "nonscammers", "scam"),
        (Needle(entry: "sh**", folds: .plain), "oh sh** !", "sh**"),
        // A flag is not a word, and an exclamation mark at the end is none of its letters.
        (Needle("cu", folds: FoldSet(Fold.allCases), fit: .word), "đội 🇨🇺 thắng", nil),
        (Needle("giái", folds: FoldSet(Fold.allCases), fit: .word), "phải trả giá!", nil),
        // Backwards, but not what is a word forwards.
        (Needle("cứt", folds: FoldSet(Fold.allCases), fit: .word), "tức giận", nil),
        (Needle("lồn", folds: FoldSet(Fold.allCases), fit: .word), "vãi nồl", "nồl"),
    ]

    @Test(arguments: found)
    func `a needle is found where it fits`(needle: Needle, text: String, found: String?) {
        #expect(find(needle, in: text) == found)
    }

    @Test func `a match has its original range and its folds`() {
        var builder = TextScanner.Builder()
        let folds = FoldSet([.case, .marks])
        let probe = builder.add(Needle("đẹp", folds: folds))
        let hits = builder.build().scan("😀 DEP")
        #expect(probe.flatMap { hits[$0] } == TextMatch(range: TextRange(3, 6), text: "DEP", folds: folds))
    }

    @Test func `needles and patterns with different folds are scanned together`() throws {
        var builder = TextScanner.Builder()
        let free = builder.add(Needle("free")), nitro = builder.add(Needle("nitro", folds: FoldSet([.leet])))
        let number = builder.add(try Pattern(#"\d{3}"#)), letters = builder.add(try Pattern("^[a-z]+$"))
        let same = builder.add(Needle("free"))
        let hits = builder.build().scan("FREE n1tro 123")
        #expect(hits.probes == [free, nitro, number].compactMap { $0 })
        #expect(hits[number]?.text == "123")
        #expect(hits[letters] == nil)
        #expect(same == free)
    }
}
