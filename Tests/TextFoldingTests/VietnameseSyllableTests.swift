import Testing

@testable import TextFolding

@Suite struct VietnameseSyllableTests {
    private func isSpelled(_ word: String) -> Bool {
        VietnameseSyllable.isSpelled(word.unicodeScalars.map { (Decomposition($0).base, Decomposition($0).marks) })
    }

    private func isWord(_ word: String) -> Bool {
        var check = VietnameseSyllable.SpellingCheck()
        return word.unicodeScalars.allSatisfy { check.append($0) } && check.isWord
    }

    @Test(arguments: [
        "các", "CẠC", "nghiêng", "quyển", "giường", "gì", "ý", "ổ", "đụ", "khuỷu", "con", "kia", "ghế", "hoá", "hóa",
    ])
    func `syllables are recognized`(word: String) {
        #expect(isSpelled(word))
    }

    @Test(arguments: [
        "cac", "càc", "đit", "fúck", "shít", "kon", "ngé", "cế", "gê", "nguoi", "dcm", "zì", "bítch", "hóà", "", "mẹơ",
        "nghiênggg",
    ])
    func `other letters are not`(word: String) {
        #expect(!isSpelled(word))
    }

    @Test func `every syllable without its marks is the skeleton of one`() {
        for word in ["nghieng", "nguoi", "duong", "cac", "khuyu"] {
            #expect(isWord(word))
        }
        #expect(!isWord("fuck"))
        #expect(!isWord("kho ng"))
    }

    @Test func `a letter is composed of its parts`() {
        #expect(VietnameseSyllable.composed("o", [.horn, .dot]) == "ợ")
        #expect(VietnameseSyllable.composed("D", .stroke) == "Đ")
        #expect(VietnameseSyllable.composed("b", []) == "b")
        #expect(VietnameseSyllable.composed("b", .dot) == nil)
    }
}
