import BotConfiguration
import BotTesting
import Foundation
import Testing

extension ErrorCase: CustomTestStringConvertible {
    package var testDescription: String { name }

    static func corpus() throws -> [ErrorCase] {
        try all(in: #require(Bundle.module.url(forResource: "Corpus", withExtension: nil)))
    }
}

@Suite struct ErrorCorpusTests {
    @Test(arguments: try ErrorCase.corpus())
    func `every invalid configuration yields its expected diagnostics and suggestions`(_ file: ErrorCase) {
        let report = file.report()
        #expect(file.findings(of: report) == file.expected)
        #expect(!report.human().contains("abc.def.ghi"), "a token never shows")
    }

    @Test func `at least 90 % of the error corpus has suggestions`() throws {
        let cases = try ErrorCase.corpus()
        let suggested = cases.count { !$0.expected.isEmpty && $0.expected.allSatisfy { $0.suggestion != nil } }
        #expect(cases.count >= 100)
        #expect(suggested * 100 >= cases.count * 90)
    }

    @Test func `an expected diagnostic is parsed from its line`() {
        #expect(
            ErrorCase.Finding(line: "rules/a.yaml:2:7 missing-key | add then: …")
                == .init(place: "rules/a.yaml:2:7", code: "missing-key", suggestion: "add then: …"))
        #expect(ErrorCase.Finding(line: "2:7 syntax") == .init(place: "2:7", code: "syntax", suggestion: nil))
    }
}
