import Foundation
import Testing

/// Tests that the documents are complete and their links lead somewhere.
struct DocumentationTests {
    private static let pages = [
        "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "rules/README.md", "Bots/README.md",
        "Sources/Mezon/MezonTestGateway/README.md", "Sources/Time/Recurrence/Phrases/README.md", "Examples/Relay/README.md",
        "Examples/OutsideBot/README.md", "Examples/LineConnector/README.md", "Examples/Programs/README.md",
    ]

    /// All documents, relative to the repository.
    private static func documents() -> [String] {
        let folder = Repository.root.appending(path: "Documentation")
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return pages + names.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/" + $0 }
    }

    static func text(of document: String) throws -> String {
        try String(contentsOf: Repository.root.appending(path: document), encoding: .utf8)
    }

    @Test(arguments: documents())
    func `a relative link leads to a file`(document: String) throws {
        let folder = Repository.root.appending(path: document).deletingLastPathComponent()
        for target in Self.links(in: try Self.text(of: document)) where !target.contains("://") {
            let path = target.prefix { $0 != "#" }
            guard !path.isEmpty else { continue }
            #expect(FileManager.default.fileExists(atPath: folder.appending(path: String(path)).path), "\(target)")
        }
    }

    /// Comments refer to documents as `Documentation/Protocol.md §2.3`.
    @Test(arguments: ["Sources", "Bots", "Benchmarks", "Examples", "Tests"])
    func `a document and a section that a Swift file names exist`(folder: String) throws {
        for (file, text) in try Repository.files(in: folder) where file != Self.itself {
            #expect(Self.missingReferences(in: text) == [], "\(file)")
        }
    }

    @Test(arguments: [
        ("/// Two bytes (Documentation/Protocol.md §2.3).", []), ("// See Documentation/Rules.md", []),
        ("// Documentation/Nothing.md", ["Documentation/Nothing.md"]),
        ("/// Documentation/Protocol.md §2.99", ["Documentation/Protocol.md §2.99"]),
        ("/// the protocol page §2.4", ["protocol page §2.4"]),
    ])
    func `a reference to a missing document or section is found`(text: String, missing: [String]) {
        #expect(Self.missingReferences(in: text) == missing)
    }

    private static let itself = "Tests/ArchitectureTests/DocumentationTests.swift"

    /// The references to documents in a text of which the document, or the section, does not exist.
    private static func missingReferences(in text: String) -> [String] {
        guard text.contains("Documentation/") || text.contains(" page §") else { return [] }
        return text.matches(of: /(Documentation\/[\w\/-]+\.md|\w+ page)(?: §([\d.]*\d))?/).filter { match in
            guard match.1.hasPrefix("Documentation/") else { return match.2 != nil }
            guard let page = try? Self.text(of: String(match.1)) else { return true }
            return match.2.map { number in
                !page.split(separator: "\n").contains { $0.hasPrefix("#") && $0.contains("# \(number) ") }
            }
                ?? false
        }.map { String($0.0) }
    }

    @Test(arguments: ["README.md", "Documentation/vi/README.md"])
    func `a README has at most 150 lines`(document: String) throws {
        #expect(try Self.text(of: document).utf8.count { $0 == 10 } <= 150)
    }

    @Test func `the index of decisions lists every decision`() throws {
        let folder = Repository.root.appending(path: "Documentation/Decisions")
        let decisions = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.first?.isNumber == true }
        let index = try Self.text(of: "Documentation/Decisions/README.md")
        #expect(decisions.count >= 10)
        #expect(decisions.filter { !index.contains("(\($0))") } == [])
    }

    /// The pages whose examples are parts of tests, with the folder of the tests.
    private static let testedPages =
        ["FirstBot", "StateAndDialogues", "TestingWithFixtures"].map {
            (page: "Sources/Bots/BotKit/BotKit.docc/\($0).md", tests: "Tests/BotTestingTests/Articles")
        } + [(page: "Documentation/Cookbook.md", tests: "Tests/BotTestingTests/Cookbook")]

    @Test(arguments: testedPages)
    func `every example of a page is part of a test`(page: String, tests: String) throws {
        let tests = try Repository.files(in: tests).map { Self.trimmed($0.text) }
        let examples = Self.code(in: try Self.text(of: page))
        #expect(examples.count > 3)
        for example in examples {
            #expect(tests.contains { $0.contains(Self.trimmed(example)) }, "\(example)")
        }
    }

    @Test func `the cookbook has thirty recipes, each with one example`() throws {
        let page = try Self.text(of: "Documentation/Cookbook.md")
        #expect(page.split(separator: "\n").count { $0.hasPrefix("### ") } == 30)
        #expect(Self.code(in: page).count == 30)
    }

    /// The code blocks of a document.
    private static func code(in text: String) -> [String] {
        text.components(separatedBy: "\n```").enumerated().filter { $0.offset % 2 == 1 }
            .map { String($0.element.drop { $0 != "\n" }) }
    }

    /// The text without the indentation of its lines.
    private static func trimmed(_ text: String) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }

    /// The texts between backticks, each once, except those in code blocks.
    static func codeSpans(in text: String) -> [String] {
        let prose = text.components(separatedBy: "\n```").enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        let spans = prose.joined(separator: "\n").split(separator: "\n").flatMap { line in
            line.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
                .map { String($0.element) }
        }
        return Set(spans).sorted()
    }

    /// The targets of the links, except those in code.
    private static func links(in text: String) -> [String] {
        var isCode = false
        var targets: [String] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode else { continue }
            // Every second part stands between backticks.
            let prose = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 0 }.map { String($0.element) }.joined(separator: "x")
            for part in prose.components(separatedBy: "](").dropFirst() {
                targets.append(String(part.prefix { $0 != ")" }))
            }
        }
        return targets
    }
}
