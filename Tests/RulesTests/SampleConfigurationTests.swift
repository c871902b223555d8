import BotConfig
import BotKit
import Foundation
import Testing

@testable import Rules

/// The configuration that a newcomer starts with.
@Suite struct SampleConfigurationTests {
    private func rules() throws -> RuleSet {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let loaded = ConfigurationLoader(environment: [:]).load(root.appending(path: "config.yaml").path)
        let configuration = try #require(loaded.configuration)
        let (rules, diagnostics) = RuleCompiler(configuration).compile()
        let report = DiagnosticReport(loaded.diagnostics + diagnostics, sources: loaded.sources)
        #expect(report.diagnostics == [], "\(report.human())")
        #expect(configuration.bot.gateway == .local)
        return rules
    }

    private static let answers: [(String, ChannelID, [String])] = [
        ("Hello everybody!", 1_900_000_000_000_000_011, ["rule:greeting-en"]),
        ("xin chao cả nhà", 1_900_000_000_000_000_011, ["rule:greeting-vi"]),
        ("xin chao", 1_900_000_000_000_000_013, []),
        ("Cho hỏi mã bot lấy ở đâu?", 1_900_000_000_000_000_012, ["rule:faq-token"]),
        ("*ping where token", 1_900_000_000_000_000_012, []),
        ("quà ở hxxps://free-nitro[.]example nhé", 1_900_000_000_000_000_013, ["rule:scam-links"]),
        ("mày là Đ.Ồ N G U", 1_900_000_000_000_000_013, ["rule:rude-words"]),
        ("họp lúc chín giờ", 1_900_000_000_000_000_011, []),
    ]

    @Test(arguments: answers)
    func `the sample rules do what their titles say`(text: String, channel: ChannelID, authors: [String]) throws {
        let decided = try rules().decide(.make(text, in: channel, clan: 1_900_000_000_000_000_001))
        // What is only waited for says nothing.
        #expect(decided.filter { $0.summary != "waits for silence" }.map(\.author) == authors)
    }

    @Test func `the tests beside the sample rules pass`() throws {
        let rules = try rules()
        #expect(rules.failedTests() == [])
        #expect(rules.testCount >= 19)
    }

    @Test func `the rule that names no mode and may delete is in shadow`() throws {
        #expect(try rules().listing.filter { $0.mode == .shadow }.map(\.id) == ["night-executables"])
    }
}
