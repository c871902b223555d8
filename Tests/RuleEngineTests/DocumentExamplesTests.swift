import BotConfiguration
import BotKit
import Foundation
import Testing

@testable import RuleEngine

/// Tests that the YAML examples of the documents are valid.
struct DocumentExamplesTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var document: String
        var line: Int
        var text: String

        var testDescription: String { "\(document):\(line)" }
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let documents = [
        "README.md", "Documentation/Rules.md", "Documentation/Bots.md", "Documentation/Connectors.md",
        "Documentation/Console.md", "Documentation/Operating.md", "Documentation/vi/README.md", "Documentation/vi/Rules.md",
    ]

    /// The names that the examples use.
    private static let names = """
        names:
          clans: { lab-clan: "1900000000000000001", school: "1900000000000000002" }
          channels:
            general: "1900000000000000011"
            support: "1900000000000000012"
            lab: "1900000000000000013"
            mod-log: "1900000000000000014"
            standup: "1900000000000000015"
            school-log: "1900000000000000016"
          roles: { teacher: "1900000000000000021" }
          users: { an: "1900000000000000031" }
        """

    private static let webhooks = """
        connections:
          hooks:
            webhooks: { listen: "127.0.0.1:8080" }
            channels:
              ops: { url: "https://ops.example.org/x", secrets: ["${env:KEY}"] }
              ci: { path: /ci, secrets: ["${env:KEY}"] }
        """

    private static let networks = """
        connections:
          libera: { irc: { host: irc.example.org, nick: bot }, channels: { swift: "#swift" } }
          home:
            matrix: { server: "https://example.org", token: "${env:TOKEN}" }
            channels: { swift-home: "#swift:example.org" }
        """

    /// The sections that an example refers to and does not contain, by a word that shows the reference.
    private static let sections = [
        (key: "calendars", word: "clock: work", text: #"calendars: { work: { hours: ["08:30-17:30"], days: [mon] } }"#),
        (key: "connections", word: "ops", text: webhooks),
        (key: "connections", word: "webhook.pull_request", text: webhooks),
        (key: "connections", word: "libera", text: networks),
    ]

    private static let model = "mezon-bot-model 1\ntexts 0\nbad 0\nslope 0.0\noffset 0.0\nweights 0\n"

    /// The YAML blocks of the documents.
    private static func examples() throws -> [Example] {
        try documents.flatMap { document -> [Example] in
            var examples: [Example] = []
            var open: (line: Int, indent: Int, lines: [Substring])?
            let text = try String(contentsOf: root.appending(path: document), encoding: .utf8)
            for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let bare = line.drop { $0 == " " }
                if let block = open, bare.hasPrefix("```") {
                    examples.append(Example(document: document, line: block.line, text: block.lines.joined(separator: "\n")))
                    open = nil
                } else if open != nil {
                    let indent = open?.indent ?? 0
                    open?.lines.append(line.dropFirst(indent))
                } else if bare == "```yaml" {
                    open = (index + 1, line.count - bare.count, [])
                }
            }
            return examples
        }
    }

    @Test(arguments: try examples())
    func `an example is valid`(example: Example) throws {
        var text = example.text
        if text.hasPrefix("- id:") {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
            text = "rules:\n" + lines.joined(separator: "\n")
        }
        func has(_ key: String) -> Bool { text.hasPrefix(key + ":") || text.contains("\n\(key):") }
        var parts = has("version") ? [] : ["version: 1"]
        parts.append(Self.names)
        for section in Self.sections where !has(section.key) && text.contains(section.word) { parts.append(section.text) }
        let file = (parts + [text]).joined(separator: "\n")
        let loaded = ConfigurationLoader(environment: [:], middleware: MiddlewareNames(outgoing: ["clean_links"])).load(
            texts: ["config.yaml": file, "lists/scam.txt": "scam.example\n", "models/spam.model": Self.model], root: "config.yaml"
        )
        let diagnostics = loaded.configuration.map { configuration in
            let compiler = RuleCompiler(configuration)
            let (set, diagnostics) = compiler.compile()
            #expect(compiler.proofs(of: set).map(\.diagnostic) == [])
            return diagnostics
        }
        let report = DiagnosticReport(loaded.diagnostics + (diagnostics ?? []), sources: loaded.sources)
        #expect(loaded.configuration != nil && !report.diagnostics.hasErrors, "\(report.human())")
    }

    @Test func `the documents have examples`() throws {
        let counts = Dictionary(grouping: try Self.examples(), by: \.document).mapValues(\.count)
        #expect(counts.keys.sorted() == Self.documents.sorted())
        #expect(counts["Documentation/Rules.md"] ?? 0 >= 10)
    }
}
