import Testing
import TextFolding

@testable import PatternMatching

@Suite struct FillerReadingTests {
    private func match(_ entry: String, _ text: String, without fold: Fold? = nil) throws -> TextMatch? {
        var builder = TextScanner.Builder()
        let added = builder.add(Needle(entry, folds: FoldSet(Fold.allCases.filter { $0 != fold }), fit: .word))
        let target = try #require(added)
        return builder.build().scan(text)[target]
    }

    private static let phrases: [(entry: String, text: String, found: String)] = [
        ("địt mẹ", "địt con mẹ mày", "địt con mẹ"), ("địt mẹ", "dit con me may", "dit con me"),
        ("địt mẹ", "ĐỊT CẢ MẸ", "ĐỊT CẢ MẸ"), ("đụ má", "đụ cái má nó", "đụ cái má"), ("óc chó", "óc con chó", "óc con chó"),
        ("suck dick", "go suck my dick", "suck my dick"), ("thằng chó", "thằng cái chó", "thằng cái chó"),
        ("địt mẹ", "đ*t con mẹ", "đ*t con mẹ"), ("địt mẹ", "đị* cái* mẹ", "đị* cái* mẹ"), ("đụ mẹ", "đ* cái* mẹ", "đ* cái* mẹ"),
        ("địt mẹ mày", "địt mẹ thằng mày", "địt mẹ thằng mày"),
        ("địt mẹ", "đi\u{323}t ca\u{309} me\u{323}", "đi\u{323}t ca\u{309} me\u{323}"),
    ]

    @Test(arguments: phrases)
    func `a phrase is found around a filler`(entry: String, text: String, found: String) throws {
        let match = try #require(try match(entry, text))
        // By scalars, because canonically equivalent strings are equal.
        #expect(Array(match.text.unicodeScalars) == Array(found.unicodeScalars))
        #expect(match.folds.has(.fillers))
        #expect(try self.match(entry, text, without: .fillers) == nil)
    }

    private static let innocents: [(entry: String, text: String)] = [
        ("đồ chó", "mua đồ ăn chó"), ("đồ chó", "đồ của chó"), ("óc chó", "hạt óc. Con chó"), ("óc chó", "quả óc, con chó"),
        ("óc chó", "hạt óc\ncon chó"), ("mặt lồn", "mặt cái lon"), ("địt mẹ", "mẹ con địt"), ("óc chó", "óc con con chó"),
        ("con chó", "con cái cho em"), ("chó đẻ", "chó con để ở nhà"), ("địt mẹ", "con mẹ"), ("địt mẹ", "địt con"),
        ("mẹ", "con cái"), ("đụ má", "du lịch cả má"),
    ]

    @Test(arguments: innocents)
    func `other words and the ends of sentences separate a phrase`(entry: String, text: String) throws {
        #expect(try match(entry, text) == nil)
    }

    @Test func `fillers that follow each other are not left out together`() throws {
        var builder = TextScanner.Builder()
        let targets = ["a con", "ca me"].map { builder.add(Needle($0, folds: FoldSet([.fillers]), fit: .word)) }
        let hits = builder.build().scan("a ca con me")
        #expect(hits[try #require(targets[0])]?.text == "a ca con")
        #expect(hits[try #require(targets[1])] == nil)
    }
}
