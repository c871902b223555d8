import BotConfiguration
import BotKit
import Foundation
import Testing

@testable import RuleEngine

/// Tests the configuration that a new user starts with.
@Suite struct SampleConfigurationTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func rules() throws -> RuleSet {
        let loaded = ConfigurationLoader(environment: [:]).load(Self.root.appending(path: "config.yaml").path)
        let configuration = try #require(loaded.configuration)
        let compiler = RuleCompiler(configuration)
        let (rules, diagnostics) = compiler.compile()
        let report = DiagnosticReport(
            loaded.diagnostics + diagnostics + compiler.usageWarnings(of: rules), sources: loaded.sources)
        #expect(report.diagnostics == [], "\(report.human())")
        #expect(configuration.bot.gateway == .local)
        return rules
    }

    private static let answers: [(String, ChannelID, [String])] = [
        ("Hello everybody!", 1_900_000_000_000_000_011, ["rule:greeting-en"]),
        ("xin chao ca nha", 1_900_000_000_000_000_011, ["rule:greeting-vi"]),
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
        // Rules that only start waiting do nothing visible.
        #expect(decided.filter { $0.summary != "waits for silence" }.map(\.author) == authors)
    }

    @Test func `the commented-out clan settings of the sample are valid`() throws {
        let text = try String(contentsOf: Self.root.appending(path: "config.yaml"), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("#  ") || line.hasPrefix("#clans") ? line.dropFirst() : line
        }
        var texts = ["config.yaml": lines.joined(separator: "\n")]
        for file in try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: "rules").path)
        where file.hasSuffix(".yaml") {
            texts["rules/" + file] = try String(contentsOf: Self.root.appending(path: "rules/" + file), encoding: .utf8)
        }
        let loaded = ConfigurationLoader(environment: [:]).load(texts: texts, root: "config.yaml")
        let configuration = try #require(loaded.configuration)
        #expect(loaded.diagnostics + RuleCompiler(configuration).compile().1 == [])
        let clan = configuration.settings(of: 1_900_000_000_000_000_001)
        #expect(clan.prefix == "!")
        #expect(clan.enabledBots.map(\.name) == configuration.enabledBots.map(\.name) + ["welcome"])
        #expect(clan != configuration.settings(of: 0))
    }

    @Test func `the inline tests of the sample rules pass`() throws {
        let rules = try rules()
        #expect(rules.failedTests() == [])
        #expect(rules.testCount >= 19)
    }

    @Test func `the sample rule that deletes and sets no mode is in shadow mode`() throws {
        #expect(try rules().listing.filter { $0.mode == .shadow }.map(\.id) == ["night-executables"])
    }
}
