import Testing

@testable import TextFolding

@Suite struct FoldingTests {
    private static let folded: [([Fold], String, String)] = [
        ([.case], "ĐẸP", "đẹp"),
        ([.case, .marks], "Đẹp ĐƯỜNG Ở Ấy", "dep duong o ay"),
        ([.marks], "Điện", "Dien"),
        ([.zeroWidth], "f\u{200B}r\u{2060}e\u{FE0F}e", "free"),
        ([.confusable, .case], "ＦＲЕＥ ѕсаm 𝐟𝐫𝐞𝐞 Ⓕ\u{3000}x", "free scam free f x"),
        ([.leet], "n1tr0 @7$", "nitro ats"),
        ([.leet], "he11o fai|", "heiio faii"),
        ([.leet, .repeat], "fai1 biiitch", "faii bitch"),
        ([.confusable, .case], "🅵🇷ᴇᴱ ⅰⅼ", "free il"),
        ([.confusable, .case], "\u{A4E2}\u{A4D1}\u{A4EE}\u{10404} \u{16D5}\u{A4F2}", "spao kl"),
        ([.repeat], "heeellooo  !!", "helo !"),
        ([.spacing, .case], "F.r e-e_(x) 😀y", "freexy"),
        ([.marks, .repeat], "ẹé", "e"),
        ([], "Đẹp 𝐟", "Đẹp 𝐟"),
        ([.case, .marks], "한국 हिन्दी 😀", "한국 हिन्दी 😀"),
    ]

    @Test(arguments: folded)
    func `each fold removes its difference`(folds: [Fold], text: String, folded: String) {
        #expect(String(decoding: Folding(FoldSet(folds))(text), as: UTF8.self) == folded)
    }

    @Test(arguments: [[], [.case], [.marks], Fold.allCases] as [[Fold]])
    func `composed and decomposed letters fold the same`(folds: [Fold]) {
        let composed = "tiếng Việt đẹp quá ệ",
            decomposed = "tie\u{302}\u{301}ng Vie\u{323}\u{302}t đe\u{323}p qua\u{301} ê\u{323}"
        #expect(composed == decomposed)
        #expect(Folding(FoldSet(folds))(composed) == Folding(FoldSet(folds))(decomposed))
    }

    private static let origins: [(String, [Fold], [Int], [Int])] = [
        ("Đẹp", [.marks, .case], [0, 1, 2], [1, 2, 3]),
        ("de\u{323}p", [.marks], [0, 1, 3], [1, 3, 4]),
        ("😀ee.p", [.repeat, .confusable], [0, 0, 0, 0, 2, 4, 5], [2, 2, 2, 2, 4, 5, 6]),
        ("e\u{323}x", [.case], [0, 0, 0, 2], [2, 2, 2, 3]),
        ("f. r", [.spacing], [0, 3], [1, 4]),
    ]

    @Test(arguments: origins)
    func `every folded byte has its original range`(text: String, folds: [Fold], starts: [Int], ends: [Int]) {
        let folded = Folding(FoldSet(folds)).traced(text)
        #expect(folded.bytes.indices.map { folded.origin(of: $0..<($0 + 1)) } == zip(starts, ends).map { $0..<$1 })
    }

    @Test func `folding with and without ranges yields the same bytes`() {
        var random = SystemRandomNumberGenerator()
        let scalars = Array("aAđĐệe\u{323}\u{301}iIl1!|0o.- _'\u{200B}ЕⒻ𝐟ｅß😀한नİſ$@".unicodeScalars)
        for _ in 0..<300 {
            let folds = FoldSet(rawValue: UInt16.random(in: 0..<128, using: &random))
            var text = String.UnicodeScalarView()
            for _ in 0..<20 { text.append(scalars[Int.random(in: scalars.indices, using: &random)]) }
            let folding = Folding(folds)
            #expect(
                folding(String(text)) == folding.traced(String(text)).bytes, "\(String(text).debugDescription), folds \(folds)")
        }
    }
}
