import BotConfiguration
import RuleImport
import Testing

struct SampleTests {
    @Test(arguments: ForeignSample.all)
    func `a sample is written as expected`(sample: ForeignSample) throws {
        let (result, diagnostics) = RuleImport.read(try sample.text(), file: sample.file, from: sample.system)
        #expect(diagnostics == [])
        #expect(try #require(result).text == sample.expected())
    }

    @Test(arguments: ForeignSample.all)
    func `a sample loads without errors once its names are defined`(sample: ForeignSample) throws {
        _ = try compiled(imported(sample.text(), from: sample.system))
    }

    @Test(arguments: ForeignSample.all)
    func `a sample passes check without warnings`(sample: ForeignSample) throws {
        #expect(try findings(in: imported(sample.text(), from: sample.system)) == [])
    }

    @Test func `the summary counts rules and reasons`() throws {
        let sample = try #require(ForeignSample.all.last)
        let summary = ImportSummary(try imported(sample.text(), from: sample.system))
        #expect([summary.rules, summary.complete, summary.adapted, summary.incomplete] == [5, 2, 1, 3])
        #expect(summary.reasons.map(\.rules) == [1, 1, 1, 1])
        #expect(summary.names.map(\.name).contains("channel-400000000000000001"))
        #expect(summary.details.first?.line == 2)
    }
}
