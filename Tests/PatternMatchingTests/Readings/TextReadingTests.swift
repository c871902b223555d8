import Testing
import TextFolding

@testable import PatternMatching

@Suite struct TextReadingTests {
    private func read(_ text: String, _ reading: TextReading) -> String? {
        guard let read = reading(TextParts(text)) else { return nil }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: read.map(\.scalar))
        return String(result)
    }

    private static let keyboard: [(String, String?)] = [
        ("ddijt mej", "địt mẹ"), ("ocs chos", "óc chó"), ("nguwowif Vieetj", "người việt"), ("dduwowngf", "đường"),
        ("casi", "cái"),
        ("oc1 cho1", "óc chó"), ("d9i5t me5", "địt mẹ"), ("lo62n", "lồn"), ("nguoi72", "người"), ("ngu7o7i2", "người"),
        ("thawngf", "thằng"),
        ("hello world", nil), ("2024", nil), ("h2o", nil), ("boss", nil), ("wow", nil),
    ]

    @Test(arguments: keyboard)
    func `keys of Telex and VNI are read as letters with marks`(text: String, read: String?) {
        #expect(self.read(text, .keyboard) == read)
    }

    private static let sound: [(String, String?)] = [
        ("fvck", "fuck"), ("cặk", "cặc"), ("đjt", "đit"), ("phuck", "fuck"), ("kunt", "cunt"), ("kon chó", "con chó"),
        ("azzhole", "asshole"), ("vvhore", "whore"), ("cv", nil), ("ok", nil), ("vui", nil), ("phở", nil), ("uống", nil),
        ("very", nil), ("kia", nil),
    ]

    @Test(arguments: sound)
    func `letters that sound alike are exchanged where no word has them`(text: String, read: String?) {
        #expect(self.read(text, .sound) == read)
    }

    @Test func `texts are read backwards, upside down and without markup`() {
        #expect(read("kcuf", .backwards) == "fuck")
        #expect(read("một hai", .backwards) == nil)
        #expect(read("ʞɔnɟ", .upsideDown) == "fuck")
        #expect(read("noun", .upsideDown) == nil)
        #expect(read("f||uc||k", .markup) == "fuck")
        #expect(read("**a** b", .markup) == "a b")
        #expect(read("2 ** 3 | 4", .markup) == nil)
    }

    @Test func `a match has its range in the text as written`() throws {
        var builder = TextScanner.Builder()
        let addedFuck = builder.add(Needle("fuck", folds: FoldSet(Fold.allCases), fit: .word))
        let fuck = try #require(addedFuck)
        let addedDit = builder.add(Needle("địt mẹ", folds: FoldSet(Fold.allCases), fit: .word))
        let dit = try #require(addedDit)
        let scanner = builder.build()
        for (text, probe, found, fold) in [
            ("oh ʞɔnɟ you", fuck, "ʞɔnɟ", Fold.mirror), ("a kcuf b", fuck, "kcuf", .mirror), ("oh f*ck!", fuck, "f*ck", .masks),
            ("so phuck it", fuck, "phuck", .sound), ("a ddijt mej b", dit, "ddijt mej", .keyboard),
            ("f||uc||k", fuck, "f||uc||k", .spacing),
        ] {
            let match = try #require(scanner.scan(text)[probe], "\(text)")
            #expect(match.text == found)
            #expect(match.folds.has(fold), "\(match.folds)")
        }
    }
}
