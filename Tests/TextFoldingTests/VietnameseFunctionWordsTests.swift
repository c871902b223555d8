import Testing

@testable import TextFolding

@Suite struct VietnameseFunctionWordsTests {
    private func isFunctionWord(_ word: String) -> Bool {
        VietnameseSyllable.isFunctionWord(word.unicodeScalars.map { (Decomposition($0).base, Decomposition($0).marks) })
    }

    @Test(arguments: ["di", "Ma", "CHO", "con", "khong", "me", "zai"])
    func `function words are recognized in any case`(word: String) {
        #expect(isFunctionWord(word))
    }

    @Test(arguments: ["cac", "dit", "lon", "deo", "ngu", "", "d", "the nao"])
    func `other words are not`(word: String) {
        #expect(!isFunctionWord(word))
    }
}
