import Testing
import TextFolding

@testable import PatternMatching

@Suite struct AllowedPhrasesTests {
    private func find(_ entry: String, allowing allowed: [String], in text: String, folds: FoldSet = FoldSet(Fold.allCases))
        -> String?
    {
        var needle = Needle(entry: entry, folds: folds)
        needle.allowed = AllowedPhrases(allowed)
        var builder = TextScanner.Builder()
        return builder.add(needle).flatMap { builder.build().scan(text)[$0]?.text }
    }

    @Test func `an entry does not count inside an allowed phrase`() {
        #expect(find("chó", allowing: ["chó bông"], in: "con chó bông") == nil)
        #expect(find("chó", allowing: ["chó bông"], in: "con chó bông, đồ chó!") == "chó")
        #expect(find("chó", allowing: ["chó bông"], in: "con CHÓ") == "CHÓ")
        #expect(find("faggot", allowing: ["faggots"], in: "two faggots") == nil)
        #expect(find("*cock*", allowing: ["cockpit", "pea*"], in: "a peacock in a cockpit") == nil)
    }

    @Test func `no phrases are no list`() {
        #expect(AllowedPhrases([]) == nil)
        #expect(AllowedPhrases([" "]) == nil)
    }
}
