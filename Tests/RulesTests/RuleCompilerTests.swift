import BotConfig
import Foundation
import Testing

@testable import Rules

@Suite struct RuleCompilerTests {
    @Test(arguments: try CorpusCase.all(in: .module))
    func `every mistake in a rule is found at its place`(_ file: CorpusCase) throws {
        let loaded = ConfigurationLoader(environment: [:]).load(file.url.path)
        let (_, diagnostics) = RuleCompiler(try #require(loaded.configuration)).compile()
        #expect(CorpusCase.found(loaded.diagnostics + diagnostics, loaded.sources) == file.expected)
    }
}
