import Testing

@testable import RuleImport

struct ClassDifferenceTests {
    @Test(
        arguments: [
            (#"(?![b])[a-d]+"#, #"[\x{61}\x{63}-\x{64}][a-d]*"#), (#"(?![ab])[a-d]"#, #"[\x{63}-\x{64}]"#),
            (#"(?![ツ])[\x{30a0}-\x{30ff}]+"#, #"[\x{30a0}-\x{30c3}\x{30c5}-\x{30ff}][\x{30a0}-\x{30ff}]*"#),
            (#"(?![x])[a-c]+"#, #"[\x{61}-\x{63}][a-c]*"#),
            (#"(?![a])[a]+"#, nil), (#"(?![a])[\w]+"#, nil), (#"(?![a])[^b]+"#, nil), (#"(?![a-c])[a-z]+"#, nil),
            (#"(?!ab)[a-z]+"#, nil), (#"(?![a])[a-z]*"#, nil), (#"x(?![a])[a-z]+"#, nil), (#"(?![a])[c-a]+"#, nil),
            (#"(?![a])[-z]+"#, nil), (#"(?![a])[\x{}]+"#, nil),
        ] as [(String, String?)])
    func `a look-ahead before a class becomes a class`(pattern: String, rewritten: String?) {
        #expect(ClassDifference.rewritten(pattern) == rewritten)
    }
}
